import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { ErrorMessage } from '@/components/ErrorMessage';
import { Button } from '@/components/ui/button';
import { t } from '@/lib/i18n';

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  description: string;
  /** The label of the confirm button. */
  action: string;
  isBusy?: boolean;
  isDisabled?: boolean;
  /** Why the last attempt failed. */
  error?: Error | null;
  /** Details of the error. */
  children?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation of an irreversible action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, description, action, error, children } = props;
  const { isBusy = false, isDisabled = false, onConfirm, onClose } = props;
  return (
    <AlertDialog.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose();
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-40 bg-black/45" />
        <AlertDialog.Popup className="bg-card text-card-foreground fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[min(28rem,calc(100vw-2rem))] -translate-1/2 overflow-y-auto rounded-xl border p-6 shadow-xl outline-none">
          <AlertDialog.Title className="text-lg font-semibold wrap-anywhere">
            {title}
          </AlertDialog.Title>
          <AlertDialog.Description className="text-muted-foreground mt-2 text-sm">
            {description}
          </AlertDialog.Description>
          <ErrorMessage error={error} className="mt-4" />
          {children}
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <Button variant="outline" disabled={isBusy} onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button variant="destructive" disabled={isBusy || isDisabled} onClick={onConfirm}>
              {action}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
