import { useState } from 'react';
import { z } from 'zod';
import { AuthForm } from '@/components/auth/AuthForm';
import { LinkPage, Outcome } from '@/components/auth/LinkPage';
import { PasswordField } from '@/components/auth/PasswordField';
import { TextLink } from '@/components/auth/TextLink';
import { isMailAvailable } from '@/generated/mail';
import { useAuth } from '@/hooks/useAuth';
import { useAuthForm } from '@/hooks/useAuthForm';
import { send } from '@/lib/api';
import { newPasswordField } from '@/lib/auth/fields';
import { t } from '@/lib/i18n';

const schema = z.object({ newPassword: newPasswordField });

export default function ResetPasswordPage() {
  return (
    <LinkPage title={t('authReset')}>{(token) => <Form key={token} token={token} />}</LinkPage>
  );
}

function Form({ token }: { token: string }) {
  const { retry } = useAuth();
  const [isDone, setDone] = useState(false);
  const form = useAuthForm({
    schema,
    defaults: { newPassword: '' },
    send: async ({ newPassword }) => {
      await send('POST', '/api/auth/password/reset', { token, newPassword });
      setDone(true);
      // A session of the account in this browser has ended.
      retry();
    },
    lostAnswer: t('authResetLost'),
  });

  if (isDone) {
    return (
      <Outcome to="/login" action={t('authSignIn')}>
        {t('authResetDone')}
      </Outcome>
    );
  }
  return (
    <>
      <AuthForm form={form} action={t('authReset')} busy={t('authSending')}>
        <p className="text-muted-foreground text-sm">{t('authResetText')}</p>
        <PasswordField
          control={form.control}
          name="newPassword"
          label={t('authNewPassword')}
          autoComplete="new-password"
        />
      </AuthForm>
      {form.problem && isMailAvailable && (
        <TextLink to="/forgot-password">{t('authForgotAgain')}</TextLink>
      )}
    </>
  );
}
