import { Dialog } from '@base-ui/react/dialog';
import { useRef, type ReactNode } from 'react';
import { X } from '@/components/icons';
import { buttonVariants } from '@/components/ui/button';
import { t } from '@/lib/i18n';

interface ModalProps {
  title: string;
  description?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** Renders a dialog above the page. */
export function Modal({ title, description, onClose, children }: ModalProps) {
  const content = useRef<HTMLDivElement>(null);

  /** Returns the first control of a form; `true` for the first button of another dialog. */
  function firstControl() {
    return content.current?.querySelector<HTMLElement>('input, select, textarea') ?? true;
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/45" />
        <Dialog.Popup
          initialFocus={firstControl}
          className="bg-card text-card-foreground fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[min(36rem,calc(100vw-2rem))] -translate-1/2 overflow-y-auto rounded-xl border p-6 shadow-xl outline-none"
        >
          <div className="flex items-start justify-between gap-4">
            <Dialog.Title className="text-lg font-semibold wrap-anywhere">{title}</Dialog.Title>
            <Dialog.Close
              aria-label={t('close')}
              className={buttonVariants({ variant: 'ghost', size: 'icon-sm' })}
            >
              <X aria-hidden />
            </Dialog.Close>
          </div>
          {description && (
            <Dialog.Description className="text-muted-foreground mt-1 text-sm">
              {description}
            </Dialog.Description>
          )}
          <div ref={content} className="mt-5">
            {children}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
