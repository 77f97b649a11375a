import { useState } from 'react';
import { Navigate } from 'react-router';
import { z } from 'zod';
import { AuthForm } from '@/components/auth/AuthForm';
import { LinkPage, Outcome } from '@/components/auth/LinkPage';
import { MailForm } from '@/components/auth/MailForm';
import { PasswordField } from '@/components/auth/PasswordField';
import { Loading } from '@/components/Loading';
import { isMailAvailable } from '@/generated/mail';
import { useAuth } from '@/hooks/useAuth';
import { useAuthForm } from '@/hooks/useAuthForm';
import { send } from '@/lib/api';
import { t } from '@/lib/i18n';

const schema = z.object({ currentPassword: z.string() });

export default function VerifyEmailPage() {
  const { isLoading } = useAuth();
  return (
    <LinkPage title={t('authVerifyEmail')} otherwise={<Resend />}>
      {(token) => (isLoading ? <Loading /> : <Form key={token} token={token} />)}
    </LinkPage>
  );
}

function Resend() {
  if (!isMailAvailable) return <Navigate to="/login" replace />;
  return (
    <MailForm
      text={t('authVerifyResendText')}
      action={t('authSendLink')}
      path="/api/auth/email/verify/resend"
      sent={t('authVerifySent')}
    />
  );
}

function Form({ token }: { token: string }) {
  const { user, retry } = useAuth();
  const [next, setNext] = useState<'/account' | '/login' | '/forgot-password'>();
  const form = useAuthForm({
    schema,
    defaults: { currentPassword: '' },
    send: async ({ currentPassword }) => {
      const typed = currentPassword === '' ? {} : { currentPassword };
      await send('POST', '/api/auth/email/verify', { token, ...typed });
      setNext(user ? '/account' : currentPassword === '' ? '/forgot-password' : '/login');
      retry();
    },
    fieldOf: { invalid_password: 'currentPassword' },
    lostAnswer: t('authLinkLost'),
  });

  if (next === '/forgot-password') {
    return (
      <Outcome to={next} action={t('authReset')}>
        {t('authVerifyDoneWithout')}
      </Outcome>
    );
  }
  if (next) {
    return (
      <Outcome to={next} action={next === '/account' ? t('authToAccount') : t('authSignIn')}>
        {t('authVerifyDone')}
      </Outcome>
    );
  }
  return (
    <AuthForm form={form} action={t('authVerify')} busy={t('authSending')}>
      <p className="text-muted-foreground text-sm">
        {user ? t('authVerifyText', { email: user.email }) : t('authVerifyPasswordText')}
      </p>
      {!user && (
        <PasswordField
          control={form.control}
          name="currentPassword"
          label={t('authPassword')}
          autoComplete="current-password"
          isOptional
        />
      )}
    </AuthForm>
  );
}
