import { NewsletterLink } from '@/components/NewsletterLink';
import { t } from '@/lib/i18n';

export default function UnsubscribePage() {
  return (
    <NewsletterLink
      title={t('newsletterTitle')}
      path="/api/newsletter/cancellations"
      button={t('newsletterUnsubscribe')}
      done={t('newsletterUnsubscribed')}
    />
  );
}
