import { useState } from 'react';
import { z } from 'zod';
import { AuthForm } from '@/components/auth/AuthForm';
import { AuthPage } from '@/components/auth/AuthPage';
import { EmailField, LineField } from '@/components/auth/LineField';
import { Outcome } from '@/components/auth/LinkPage';
import { MailForm } from '@/components/auth/MailForm';
import { PasswordField } from '@/components/auth/PasswordField';
import { SignInItems } from '@/components/auth/SignInItems';
import { Loading } from '@/components/Loading';
import { useAuth } from '@/hooks/useAuth';
import { useAuthForm } from '@/hooks/useAuthForm';
import { type AuthOptions, useAuthOptions } from '@/hooks/useAuthOptions';
import { send } from '@/lib/api';
import { emailField, newPasswordField } from '@/lib/auth/fields';
import { t } from '@/lib/i18n';

const schema = z.object({ name: z.string(), email: emailField, password: newPasswordField });

export default function RegisterPage() {
  const options = useAuthOptions();
  return (
    <AuthPage
      title={t('authRegister')}
      other={{ page: '/login', question: t('authHasAccount'), text: t('authSignIn') }}
    >
      {options ? <Registration options={options} /> : <Loading />}
    </AuthPage>
  );
}

function Registration({ options: { registration, verifyEmail } }: { options: AuthOptions }) {
  if (registration === 'invited') return <p>{t('authInvitationNeeded')}</p>;
  return (
    <>
      {registration === 'open' ? (
        <Form isMailed={verifyEmail === 'required'} />
      ) : (
        <div className="space-y-5">
          <MailForm
            text={t('authRegisterMailText')}
            action={t('authSendLink')}
            path="/api/auth/register"
            sent={t('authRegisterSent')}
          />
        </div>
      )}
      <SignInItems />
    </>
  );
}

/** @param props.isMailed whether the user must verify the address before the first sign-in */
function Form({ isMailed }: { isMailed: boolean }) {
  const { register } = useAuth();
  const [isSent, setSent] = useState(false);
  const form = useAuthForm({
    schema,
    defaults: { name: '', email: '', password: '' },
    send: async ({ name, ...credentials }) => {
      const account = { ...credentials, ...(name.trim() !== '' && { name: name.trim() }) };
      if (!isMailed) return register(account);
      await send('POST', '/api/auth/register', account);
      setSent(true);
    },
    fieldOf: { email_taken: 'email' },
    lostAnswer: t('authCreateLost'),
  });

  if (isSent) {
    return (
      <div className="space-y-5">
        <Outcome to="/login" action={t('authToSignIn')}>
          {t('authVerifySent')}
        </Outcome>
      </div>
    );
  }
  return (
    <AuthForm form={form} action={t('authCreate')} busy={t('authCreating')}>
      <LineField control={form.control} name="name" label={t('authName')} autoComplete="name" />
      <EmailField control={form.control} name="email" />
      <PasswordField
        control={form.control}
        name="password"
        label={t('authPassword')}
        autoComplete="new-password"
      />
    </AuthForm>
  );
}
