import { z } from 'zod';
import { AuthForm } from '@/components/auth/AuthForm';
import { AuthPage } from '@/components/auth/AuthPage';
import { LineField } from '@/components/auth/LineField';
import { PasswordField } from '@/components/auth/PasswordField';
import { useAuth } from '@/hooks/useAuth';
import { useAuthForm } from '@/hooks/useAuthForm';
import { emailField, newPasswordField } from '@/lib/auth/fields';

const schema = z.object({ name: z.string(), email: emailField, password: newPasswordField });

export default function RegisterPage() {
  const { register } = useAuth();
  const form = useAuthForm({
    schema,
    defaults: { name: '', email: '', password: '' },
    send: ({ name, ...credentials }) =>
      register({ ...credentials, ...(name.trim() !== '' && { name: name.trim() }) }),
    fieldOf: { email_taken: 'email' },
    lostAnswer:
      'No answer came from the server, so your account may have been created or not. ' +
      'Try to sign in with it; if that is refused, create it again.',
  });

  return (
    <AuthPage
      title="Create an account"
      other={{ page: '/login', question: 'Already have an account?', text: 'Sign in' }}
    >
      <AuthForm form={form} action="Create account" busy="Creating your account…">
        <LineField control={form.control} name="name" label="Name" autoComplete="name" />
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
          autoComplete="new-password"
        />
      </AuthForm>
    </AuthPage>
  );
}
