import { Skeleton } from '@/components/ui/skeleton';
import { t } from '@/lib/i18n';

/** Fills the page while it loads. */
export function Loading() {
  return (
    <div role="status" className="space-y-6">
      <span className="sr-only">{t('loading')}</span>
      <Skeleton className="h-9 w-48" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
