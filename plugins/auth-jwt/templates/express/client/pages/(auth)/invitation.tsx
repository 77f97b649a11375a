import { useNavigate } from 'react-router';
import { z } from 'zod';
import { AuthForm } from '@/components/auth/AuthForm';
import { InvitationItems } from '@/components/auth/InvitationItems';
import { LineField } from '@/components/auth/LineField';
import { LinkPage } from '@/components/auth/LinkPage';
import { PasswordField } from '@/components/auth/PasswordField';
import { useAuth } from '@/hooks/useAuth';
import { useAuthForm } from '@/hooks/useAuthForm';
import { newPasswordField } from '@/lib/auth/fields';
import { t } from '@/lib/i18n';

const schema = z.object({ name: z.string(), password: newPasswordField });

export default function InvitationPage() {
  return (
    <LinkPage title={t('authRegister')}>
      {(token) => (
        <div key={token}>
          <Form token={token} />
          <InvitationItems token={token} />
        </div>
      )}
    </LinkPage>
  );
}

function Form({ token }: { token: string }) {
  const { user, enter } = useAuth();
  const navigate = useNavigate();
  const form = useAuthForm({
    schema,
    defaults: { name: '', password: '' },
    send: async ({ name, password }) => {
      const named = name.trim() === '' ? {} : { name: name.trim() };
      await enter('/api/auth/invitations/accept', { token, password, ...named });
      await navigate('/', { replace: true });
    },
    lostAnswer: t('authCreateLost'),
  });

  return (
    <AuthForm form={form} action={t('authCreate')} busy={t('authCreating')}>
      <p className="text-muted-foreground text-sm">
        {user ? t('authInvitationOther', { email: user.email }) : t('authInvitationText')}
      </p>
      <LineField control={form.control} name="name" label={t('authName')} autoComplete="name" />
      <PasswordField
        control={form.control}
        name="password"
        label={t('authPassword')}
        autoComplete="new-password"
      />
    </AuthForm>
  );
}
