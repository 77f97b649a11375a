import { useId, useLayoutEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';

interface ConfirmDialogProps {
  title: string;
  description: string;
  action: string;
  busy: boolean;
  /** Why the last attempt failed. */
  error: Error | null;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that can't be undone; rendered only while it is open. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, action, busy, error, onConfirm, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  // Closed while it is still in the page, so that the focus goes back to where it came from.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-description`}
      className="bg-card text-card-foreground m-auto w-[min(28rem,calc(100vw-2rem))] rounded-xl border p-6 shadow-xl"
      onCancel={(event) => {
        event.preventDefault();
        if (!busy) onClose();
      }}
    >
      <h2 id={`${id}-title`} className="text-lg font-semibold wrap-anywhere">
        {title}
      </h2>
      <p id={`${id}-description`} className="text-muted-foreground mt-2 text-sm">
        {description}
      </p>
      {error && (
        <p role="alert" className="text-destructive mt-4 text-sm font-medium">
          {error.message}
        </p>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button variant="outline" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button variant="destructive" disabled={busy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </dialog>
  );
}
