import { z } from 'zod';
import { AuthForm } from '@/components/auth/AuthForm';
import { AuthPage } from '@/components/auth/AuthPage';
import { LineField } from '@/components/auth/LineField';
import { PasswordField } from '@/components/auth/PasswordField';
import { SignInItems } from '@/components/auth/SignInItems';
import { useAuth } from '@/hooks/useAuth';
import { useAuthForm } from '@/hooks/useAuthForm';
import { emailField, newPasswordField } from '@/lib/auth/fields';
import { t } from '@/lib/i18n';

const schema = z.object({ name: z.string(), email: emailField, password: newPasswordField });

export default function RegisterPage() {
  const { register } = useAuth();
  const form = useAuthForm({
    schema,
    defaults: { name: '', email: '', password: '' },
    send: ({ name, ...credentials }) =>
      register({ ...credentials, ...(name.trim() !== '' && { name: name.trim() }) }),
    fieldOf: { email_taken: 'email' },
    lostAnswer: t('authCreateLost'),
  });

  return (
    <AuthPage
      title={t('authRegister')}
      other={{ page: '/login', question: t('authHasAccount'), text: t('authSignIn') }}
    >
      <AuthForm form={form} action={t('authCreate')} busy={t('authCreating')}>
        <LineField control={form.control} name="name" label={t('authName')} autoComplete="name" />
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
          autoComplete="new-password"
        />
      </AuthForm>
      <SignInItems />
    </AuthPage>
  );
}
