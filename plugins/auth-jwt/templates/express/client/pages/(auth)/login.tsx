import { z } from 'zod';
import { AuthForm } from '@/components/auth/AuthForm';
import { AuthPage } from '@/components/auth/AuthPage';
import { LineField } from '@/components/auth/LineField';
import { PasswordField } from '@/components/auth/PasswordField';
import { useAuth } from '@/hooks/useAuth';
import { useAuthForm } from '@/hooks/useAuthForm';
import { emailField } from '@/lib/auth/fields';
import { t } from '@/lib/i18n';

const schema = z.object({ email: emailField, password: z.string().min(1) });

export default function LoginPage() {
  const { login } = useAuth();
  const form = useAuthForm({
    schema,
    defaults: { email: '', password: '' },
    send: login,
    fieldOf: { invalid_credentials: 'password' },
    lostAnswer: t('authSignInLost'),
  });

  return (
    <AuthPage
      title={t('authSignIn')}
      other={{ page: '/register', question: t('authNoAccount'), text: t('authCreateOne') }}
    >
      <AuthForm form={form} action={t('authSignIn')} busy={t('authSigningIn')}>
        <LineField
          control={form.control}
          name="email"
          label={t('authEmail')}
          autoComplete="username"
          required
        />
        <PasswordField
          control={form.control}
          name="password"
          label={t('authPassword')}
          autoComplete="current-password"
        />
      </AuthForm>
    </AuthPage>
  );
}
