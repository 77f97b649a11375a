import { useRouteError } from 'react-router';
import { Button } from '@/components/ui/button';
import { PageHeader } from '@/components/PageHeader';
import { ProblemError } from '@/lib/api';
import { t } from '@/lib/i18n';

/** Replaces a page that failed to render. */
export default function ErrorPage() {
  const error = useRouteError();
  // Messages of browsers and libraries are in English, for developers.
  const isReadable =
    error instanceof ProblemError || (import.meta.env.DEV && error instanceof Error);
  return (
    <div role="alert" className="mx-auto max-w-5xl p-4">
      <PageHeader title={t('pageFailed')} />
      <p className="text-muted-foreground mb-6 wrap-anywhere">
        {isReadable ? error.message : t('pageFailedText')}
      </p>
      <Button onClick={() => location.reload()}>{t('reloadPage')}</Button>
    </div>
  );
}
