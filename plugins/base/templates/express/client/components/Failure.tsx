import type { ReactNode } from 'react';
import { CircleAlert } from '@/components/icons';
import { Button } from '@/components/ui/button';

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
      <p className="text-center font-medium">This could not be loaded</p>
      <p className="text-muted-foreground text-center text-sm">{error.message}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button variant="outline" onClick={onRetry}>
          Try again
        </Button>
        {children}
      </div>
    </div>
  );
}
