import { z } from 'zod';
import { AuthForm } from '@/components/auth/AuthForm';
import { PasswordField, Username } from '@/components/auth/PasswordField';
import { SecondStep } from '@/components/auth/SecondStep';
import { SignInItems } from '@/components/auth/SignInItems';
import { Modal } from '@/components/Modal';
import { useAuth } from '@/hooks/useAuth';
import { useAuthForm } from '@/hooks/useAuthForm';
import { settleSignIn } from '@/lib/auth/recent';
import type { User } from '@/lib/auth/user';
import { t } from '@/lib/i18n';

/** Renders the dialog in which the user signs in again. */
export function SignInAgain({ user }: { user: User }) {
  const { secondStep, setSecondStep } = useAuth();

  function decline() {
    setSecondStep(undefined);
    settleSignIn(false);
  }

  return (
    <Modal title={t('authAgain')} description={t('authAgainText')} onClose={decline}>
      {secondStep ? <SecondStep step={secondStep} /> : <Password user={user} />}
    </Modal>
  );
}

const schema = z.object({ password: z.string().min(1) });

function Password({ user: { email } }: { user: User }) {
  const { login } = useAuth();
  const form = useAuthForm({
    schema,
    defaults: { password: '' },
    send: ({ password }) => login({ email, password }),
    fieldOf: { invalid_credentials: 'password' },
    lostAnswer: t('authSignInLost'),
  });

  return (
    <>
      <AuthForm form={form} action={t('authSignIn')} busy={t('authSigningIn')}>
        <Username email={email} />
        <PasswordField
          control={form.control}
          name="password"
          label={t('authPassword')}
          autoComplete="current-password"
        />
      </AuthForm>
      <SignInItems />
    </>
  );
}
