import { Link } from 'react-router';
import { PageHeader } from '@/components/PageHeader';
import { buttonVariants } from '@/components/ui/button';
import { t } from '@/lib/i18n';

export default function NotFoundPage() {
  return (
    <>
      <PageHeader title={t('notFound')} />
      <p className="text-muted-foreground mb-6">{t('notFoundText')}</p>
      <Link to="/" className={buttonVariants()}>
        {t('goToHome')}
      </Link>
    </>
  );
}
