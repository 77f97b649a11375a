import { ConfirmLink } from '@/components/auth/ConfirmLink';
import { t } from '@/lib/i18n';

export default function ConfirmEmailPage() {
  return (
    <ConfirmLink
      title={t('authConfirmEmail')}
      text={t('authConfirmEmailText')}
      action={t('authConfirmEmailAction')}
      path="/api/auth/email/confirm"
      outcome={{
        text: t('authConfirmEmailDone'),
        to: '/account',
        action: t('authToAccount'),
      }}
    />
  );
}
