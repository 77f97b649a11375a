import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorMessage } from '@/components/ErrorMessage';
import { PageHeader } from '@/components/PageHeader';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { send } from '@/lib/api';
import { t } from '@/lib/i18n';

export default function NewsletterPage() {
  const [email, setEmail] = useState('');
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => send<void>('POST', '/api/newsletter/subscriptions', { email }),
  });

  return (
    <form
      className="max-w-lg space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <PageHeader title={t('newsletterTitle')} />
      {isSuccess ? (
        <p role="status">{t('newsletterCheckMail')}</p>
      ) : (
        <>
          <label className="block space-y-1">
            <span>{t('newsletterEmail')}</span>
            <Input
              type="email"
              autoComplete="email"
              value={email}
              required
              onChange={({ target }) => setEmail(target.value)}
            />
          </label>
          <Button type="submit" disabled={isPending}>
            {t('newsletterSubscribe')}
          </Button>
        </>
      )}
      <ErrorMessage error={error} />
    </form>
  );
}
