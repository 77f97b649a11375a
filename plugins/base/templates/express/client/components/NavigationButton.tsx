import { type ReactNode, useRef } from 'react';
import { Menu } from '@/components/icons';
import { buttonVariants } from '@/components/ui/button';
import { defer } from '@/hooks/useDeferred';
import { usePopup } from '@/hooks/usePopup';
import { cn } from '@/lib/cn';
import { t } from '@/lib/i18n';

// Large screens do not need the drawer, so it is loaded when a user first reaches its button.
const drawer = defer(async () => (await import('@/components/NavigationDrawer')).NavigationDrawer);

interface NavigationButtonProps {
  className: string;
  /** The navigation. */
  children: ReactNode;
}

/** Renders a button that opens the navigation on small screens. */
export function NavigationButton({ className, children }: NavigationButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { isOpen, setOpen, Popup, preload } = usePopup(drawer);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={t('openNavigation')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className={cn(buttonVariants({ variant: 'ghost', size: 'icon' }), '-ml-2', className)}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(true)}
      >
        <Menu aria-hidden />
      </button>
      {Popup && (
        <Popup isOpen={isOpen} onOpenChange={setOpen} button={button}>
          {children}
        </Popup>
      )}
    </>
  );
}
