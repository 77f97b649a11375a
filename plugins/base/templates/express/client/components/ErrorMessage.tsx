import { cn } from '@/lib/cn';

interface ErrorMessageProps {
  /** Why the last action failed. Without an error, nothing is rendered. */
  error: Error | null | undefined;
  className?: string;
}

/** Renders the message of an error next to the control that caused it. */
export function ErrorMessage({ error, className }: ErrorMessageProps) {
  if (!error) return null;
  return (
    <p role="alert" className={cn('text-destructive text-sm font-medium', className)}>
      {error.message}
    </p>
  );
}
