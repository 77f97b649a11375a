import { useRouteError } from 'react-router';
import { Button } from '@/components/ui/button';
import { PageHeader } from '@/components/PageHeader';
import { t } from '@/lib/i18n';

/** Replaces a page that failed to render. */
export default function ErrorPage() {
  const error = useRouteError();
  return (
    <div role="alert" className="mx-auto max-w-5xl p-4">
      <PageHeader title={t('pageFailed')} />
      <p className="text-muted-foreground mb-6 wrap-anywhere">
        {error instanceof Error ? error.message : t('pageFailedText')}
      </p>
      <Button onClick={() => location.reload()}>{t('reloadPage')}</Button>
    </div>
  );
}
