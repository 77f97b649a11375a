import { useEffect, useState } from 'react';
import { z } from 'zod';
import { AuthForm } from '@/components/auth/AuthForm';
import { AuthPage } from '@/components/auth/AuthPage';
import { EmailField } from '@/components/auth/LineField';
import { PasswordField } from '@/components/auth/PasswordField';
import { SignInItems } from '@/components/auth/SignInItems';
import { TextLink } from '@/components/auth/TextLink';
import { isMailAvailable } from '@/generated/mail';
import { useAuth } from '@/hooks/useAuth';
import { useAuthForm } from '@/hooks/useAuthForm';
import { useAuthOptions } from '@/hooks/useAuthOptions';
import { useFragment } from '@/hooks/useFragment';
import { ProblemError } from '@/lib/api';
import { emailField } from '@/lib/auth/fields';
import { t } from '@/lib/i18n';

const schema = z.object({ email: emailField, password: z.string().min(1) });

export default function LoginPage() {
  const { login } = useAuth();
  const options = useAuthOptions();
  const [isUnverified, setUnverified] = useState(false);
  useRedirectedStep();
  const form = useAuthForm({
    schema,
    defaults: { email: '', password: '' },
    send: async (credentials) => {
      setUnverified(false);
      await login(credentials).catch((error: unknown) => {
        setUnverified(error instanceof ProblemError && error.code === 'email_unverified');
        throw error;
      });
    },
    fieldOf: { invalid_credentials: 'password' },
    lostAnswer: t('authSignInLost'),
  });

  return (
    <AuthPage
      title={t('authSignIn')}
      other={
        options?.registration === 'invited'
          ? undefined
          : { page: '/register', question: t('authNoAccount'), text: t('authCreateOne') }
      }
    >
      <AuthForm form={form} action={t('authSignIn')} busy={t('authSigningIn')}>
        <EmailField control={form.control} name="email" />
        <PasswordField
          control={form.control}
          name="password"
          label={t('authPassword')}
          autoComplete="current-password"
        />
      </AuthForm>
      {isMailAvailable && (
        <p className="mt-5 text-sm">
          {isUnverified ? (
            <TextLink to="/verify-email">{t('authVerifyResend')}</TextLink>
          ) : (
            <TextLink to="/forgot-password">{t('authForgot')}</TextLink>
          )}
          {options?.magicLink === 'on' && (
            <>
              {' · '}
              <TextLink to="/magic">{t('authMagic')}</TextLink>
            </>
          )}
        </p>
      )}
      <SignInItems />
    </AuthPage>
  );
}

/** Continues a sign-in that the server redirected here for its second factor. */
function useRedirectedStep() {
  const { setSecondStep } = useAuth();
  const challenge = useFragment('challenge');
  useEffect(() => {
    if (challenge !== undefined) setSecondStep({ challenge });
  }, [challenge, setSecondStep]);
}
