import { ConfirmLink } from '@/components/auth/ConfirmLink';
import { t } from '@/lib/i18n';

export default function RestoreEmailPage() {
  return (
    <ConfirmLink
      title={t('authRestoreEmail')}
      text={t('authRestoreEmailText')}
      action={t('authRestoreEmailAction')}
      path="/api/auth/email/restore"
      outcome={{
        text: t('authRestoreEmailDone'),
        to: '/forgot-password',
        action: t('authReset'),
      }}
    />
  );
}
