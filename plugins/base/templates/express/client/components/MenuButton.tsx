import { type ComponentProps, useId, useRef } from 'react';
import type { MenuEntry } from '@/components/MenuPopup';
import { defer } from '@/hooks/useDeferred';
import { usePopup } from '@/hooks/usePopup';

const menu = defer(async () => (await import('@/components/MenuPopup')).MenuPopup);

interface MenuButtonProps extends Omit<
  ComponentProps<'button'>,
  'id' | 'ref' | 'type' | 'onClick'
> {
  entries: readonly MenuEntry[];
}

/**
 * Renders a button that opens a menu. The code of menus is loaded when a user first reaches such a
 * button.
 */
export function MenuButton({ entries, ...props }: MenuButtonProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const { isOpen, setOpen, Popup, preload } = usePopup(menu);
  return (
    <>
      <button
        id={id}
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          // The page would scroll.
          event.preventDefault();
          setOpen(true);
        }}
        {...props}
      />
      {Popup && (
        <Popup
          entries={entries}
          isOpen={isOpen}
          onOpenChange={setOpen}
          button={button}
          labelledBy={id}
        />
      )}
    </>
  );
}
