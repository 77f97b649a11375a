import { type ComponentProps, lazy, Suspense, useId, useRef } from 'react';
import type { MenuEntry } from '@/components/MenuPopup';
import { usePopup } from '@/hooks/usePopup';

const load = async () => ({ default: (await import('@/components/MenuPopup')).MenuPopup });
const MenuPopup = lazy(load);

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
  const { isOpen, setOpen, wasOpen } = usePopup();
  return (
    <>
      <button
        id={id}
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          // The page would scroll.
          event.preventDefault();
          setOpen(true);
        }}
        {...props}
      />
      {wasOpen && (
        <Suspense>
          <MenuPopup
            entries={entries}
            isOpen={isOpen}
            onOpenChange={setOpen}
            button={button}
            labelledBy={id}
          />
        </Suspense>
      )}
    </>
  );
}
