import { z } from 'zod';
import { AuthForm } from '@/components/auth/AuthForm';
import { AuthPage } from '@/components/auth/AuthPage';
import { LineField } from '@/components/auth/LineField';
import { PasswordField } from '@/components/auth/PasswordField';
import { useAuth } from '@/hooks/useAuth';
import { useAuthForm } from '@/hooks/useAuthForm';
import { emailField } from '@/lib/auth/fields';

const schema = z.object({ email: emailField, password: z.string().min(1) });

export default function LoginPage() {
  const { login } = useAuth();
  const form = useAuthForm({
    schema,
    defaults: { email: '', password: '' },
    send: login,
    fieldOf: { invalid_credentials: 'password' },
    lostAnswer: 'No answer came from the server. Check your connection, then sign in again.',
  });

  return (
    <AuthPage
      title="Sign in"
      other={{ page: '/register', question: 'No account yet?', text: 'Create one' }}
    >
      <AuthForm form={form} action="Sign in" busy="Signing in…">
        <LineField
          control={form.control}
          name="email"
          label="E-mail address"
          autoComplete="username"
          required
        />
        <PasswordField
          control={form.control}
          name="password"
          label="Password"
          autoComplete="current-password"
        />
      </AuthForm>
    </AuthPage>
  );
}
