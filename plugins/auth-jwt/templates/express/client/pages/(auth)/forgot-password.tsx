import { Navigate } from 'react-router';
import { MailForm } from '@/components/auth/MailForm';
import { PageHeader } from '@/components/PageHeader';
import { isMailAvailable } from '@/generated/mail';
import { t } from '@/lib/i18n';

export default function ForgotPasswordPage() {
  if (!isMailAvailable) return <Navigate to="/login" replace />;
  return (
    <div className="mx-auto max-w-md space-y-5">
      <PageHeader title={t('authForgot')} />
      <MailForm
        text={t('authForgotText')}
        action={t('authSendLink')}
        path="/api/auth/password/forgot"
        sent={t('authForgotSent')}
      />
    </div>
  );
}
