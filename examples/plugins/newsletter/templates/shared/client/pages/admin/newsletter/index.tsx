import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorMessage } from '@/components/ErrorMessage';
import { Failure } from '@/components/Failure';
import { Loading } from '@/components/Loading';
import { PageHeader } from '@/components/PageHeader';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import { get, send } from '@/lib/api';
import { t } from '@/lib/i18n';

interface Recipients {
  subscribers: number;
}

const path = '/api/newsletter/issues';

export default function NewsletterIssuePage() {
  const [issue, setIssue] = useState({ subject: '', text: '' });
  const recipients = useQuery({
    queryKey: ['newsletter', 'issues'],
    queryFn: ({ signal }) => get<Recipients>(path, signal),
  });
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => send<Recipients>('POST', path, issue),
    onSuccess: () => setIssue({ subject: '', text: '' }),
  });

  if (recipients.error) {
    return <Failure error={recipients.error} onRetry={() => void recipients.refetch()} />;
  }
  if (!recipients.data) return <Loading />;
  const count = recipients.data.subscribers;
  return (
    <form
      className="max-w-2xl space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <PageHeader title={t('newsletterTitle')} />
      <label className="block space-y-1">
        <span>{t('newsletterSubject')}</span>
        <Input
          value={issue.subject}
          maxLength={200}
          required
          onChange={({ target }) => setIssue({ ...issue, subject: target.value })}
        />
      </label>
      <label className="block space-y-1">
        <span>{t('newsletterText')}</span>
        <Textarea
          rows={12}
          value={issue.text}
          required
          onChange={({ target }) => setIssue({ ...issue, text: target.value })}
        />
      </label>
      <Button type="submit" disabled={isPending || count === 0}>
        {t('newsletterSend', { count })}
      </Button>
      {data && <p role="status">{t('newsletterSent', { count: data.subscribers })}</p>}
      <ErrorMessage error={error} />
    </form>
  );
}
