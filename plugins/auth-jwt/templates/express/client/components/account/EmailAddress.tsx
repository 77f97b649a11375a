import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { AuthForm } from '@/components/auth/AuthForm';
import { EmailField } from '@/components/auth/LineField';
import { PasswordField, Username } from '@/components/auth/PasswordField';
import { Modal } from '@/components/Modal';
import { notify } from '@/components/Notices';
import { Button } from '@/components/ui/button';
import { isMailAvailable } from '@/generated/mail';
import { useAuth } from '@/hooks/useAuth';
import { useAuthForm } from '@/hooks/useAuthForm';
import { get, send } from '@/lib/api';
import { emailField } from '@/lib/auth/fields';
import { t } from '@/lib/i18n';

/** Renders the section of the account page about the address. It needs mail. */
export default function EmailAddress() {
  const { user } = useAuth();
  if (!user || !isMailAvailable) return null;
  return (
    <section aria-labelledby="email-address">
      <h2 id="email-address" className="mb-4 text-lg font-semibold">
        {t('authEmail')}
      </h2>
      <Verification email={user.email} />
      <ChangeEmail email={user.email} />
    </section>
  );
}

function Verification({ email }: { email: string }) {
  const { data } = useQuery({
    queryKey: ['auth-email', email],
    queryFn: () => get<{ isVerified: boolean }>('/api/auth/email'),
  });
  const [isBusy, setBusy] = useState(false);

  async function resend() {
    setBusy(true);
    await send('POST', '/api/auth/email/verify/resend', { email }).then(
      () => notify(t('authMailSentTo', { email })),
      (error: Error) => notify(error.message, 'failed'),
    );
    setBusy(false);
  }

  if (!data || data.isVerified) return null;
  return (
    <div className="mb-4 space-y-3 rounded-md border px-4 py-3 text-sm">
      <p>{t('authUnverified')}</p>
      <Button variant="outline" size="sm" disabled={isBusy} onClick={() => void resend()}>
        {t('authVerifyResend')}
      </Button>
    </div>
  );
}

const schema = z.object({ email: emailField, currentPassword: z.string().min(1) });

function ChangeEmail({ email }: { email: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {t('authChangeEmail')}
      </Button>
      {isOpen && <ChangeDialog email={email} onClose={() => setOpen(false)} />}
    </>
  );
}

function ChangeDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const form = useAuthForm({
    schema,
    defaults: { email: '', currentPassword: '' },
    send: async (change) => {
      await send('POST', '/api/auth/email/change', change);
      notify(t('authMailSentTo', { email: change.email }));
      onClose();
    },
    fieldOf: { invalid_password: 'currentPassword' },
    lostAnswer: t('authMailLost'),
  });

  return (
    <Modal title={t('authChangeEmail')} description={t('authChangeEmailText')} onClose={onClose}>
      <AuthForm form={form} action={t('authSendLink')} busy={t('authSending')}>
        <Username email={email} />
        <EmailField
          control={form.control}
          name="email"
          label={t('authNewEmail')}
          autoComplete="email"
        />
        <PasswordField
          control={form.control}
          name="currentPassword"
          label={t('authCurrentPassword')}
          autoComplete="current-password"
        />
      </AuthForm>
    </Modal>
  );
}
