import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import { X } from '@/components/icons';
import { buttonVariants } from '@/components/ui/button';
import { t } from '@/lib/i18n';

interface NavigationDrawerProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The button that opens the drawer. */
  button: RefObject<HTMLButtonElement | null>;
  children: ReactNode;
}

/** Renders the navigation on small screens, as a sliding dialog. */
export function NavigationDrawer(props: NavigationDrawerProps) {
  const { isOpen, onOpenChange, button, children } = props;
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => onOpenChange(open)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/45" />
        <Dialog.Popup
          finalFocus={button}
          className="bg-sidebar text-sidebar-foreground fixed inset-y-0 left-0 z-50 w-72 max-w-[85vw] overflow-y-auto border-r shadow-xl outline-none"
          onClick={({ target }) => {
            if (target instanceof Element && target.closest('a')) onOpenChange(false);
          }}
        >
          <div className="flex items-center justify-between pt-2 pr-4 pl-7">
            <Dialog.Title className="font-semibold">{t('navigation')}</Dialog.Title>
            <Dialog.Close
              aria-label={t('closeNavigation')}
              className={buttonVariants({ variant: 'ghost', size: 'icon' })}
            >
              <X aria-hidden />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
