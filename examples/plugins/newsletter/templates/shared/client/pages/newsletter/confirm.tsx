import { NewsletterLink } from '@/components/NewsletterLink';
import { t } from '@/lib/i18n';

export default function ConfirmSubscriptionPage() {
  return (
    <NewsletterLink
      title={t('newsletterTitle')}
      path="/api/newsletter/confirmations"
      button={t('newsletterConfirm')}
      done={t('newsletterConfirmed')}
    />
  );
}
