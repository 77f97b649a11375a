import { Navigate, useNavigate } from 'react-router';
import { z } from 'zod';
import { AuthForm } from '@/components/auth/AuthForm';
import { LinkPage } from '@/components/auth/LinkPage';
import { MailForm } from '@/components/auth/MailForm';
import { isMailAvailable } from '@/generated/mail';
import { useAuth } from '@/hooks/useAuth';
import { useAuthForm } from '@/hooks/useAuthForm';
import { t } from '@/lib/i18n';

const schema = z.object({});

export default function MagicPage() {
  return (
    <LinkPage title={t('authMagic')} otherwise={<Request />}>
      {(token) => <Form key={token} token={token} />}
    </LinkPage>
  );
}

function Request() {
  if (!isMailAvailable) return <Navigate to="/login" replace />;
  return (
    <MailForm
      text={t('authMagicText')}
      action={t('authSendLink')}
      path="/api/auth/magic"
      sent={t('authMagicSent')}
    />
  );
}

function Form({ token }: { token: string }) {
  const { user, enter } = useAuth();
  const navigate = useNavigate();
  const form = useAuthForm({
    schema,
    defaults: {},
    send: async () => {
      await enter('/api/auth/magic/verify', { token });
      // This page also shows the second step.
      await navigate('/login', { replace: true });
    },
    lostAnswer: t('authSignInLost'),
  });

  return (
    <AuthForm form={form} action={t('authSignIn')} busy={t('authSigningIn')}>
      <p className="text-muted-foreground text-sm">
        {user ? t('authMagicOther', { email: user.email }) : t('authMagicReady')}
      </p>
    </AuthForm>
  );
}
