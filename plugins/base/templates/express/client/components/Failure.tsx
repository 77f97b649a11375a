import type { ReactNode } from 'react';
import { CircleAlert } from '@/components/icons';
import { Button } from '@/components/ui/button';
import { t } from '@/lib/i18n';

interface FailureProps {
  error: Error;
  onRetry: () => void;
  /** Additional actions. */
  children?: ReactNode;
}

/** Shows an error with a retry button. */
export function Failure({ error, onRetry, children }: FailureProps) {
  return (
    <div
      role="alert"
      className="bg-card flex flex-col items-center gap-3 rounded-xl border px-6 py-14"
    >
      <CircleAlert aria-hidden className="text-destructive size-8" />
      <p className="text-center font-medium">{t('loadFailed')}</p>
      <p className="text-muted-foreground text-center text-sm">{error.message}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button variant="outline" onClick={onRetry}>
          {t('tryAgain')}
        </Button>
        {children}
      </div>
    </div>
  );
}

/** Shows in a small part of a page that its data could not be loaded, with a retry button. */
export function ShortFailure({ onRetry }: Pick<FailureProps, 'onRetry'>) {
  return (
    <div className="text-muted-foreground flex flex-wrap items-center gap-3 text-sm">
      <p>{t('loadFailedShort')}</p>
      <Button variant="outline" size="xs" onClick={onRetry}>
        {t('tryAgain')}
      </Button>
    </div>
  );
}
