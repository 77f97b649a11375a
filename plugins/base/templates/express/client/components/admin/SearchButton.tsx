import { useLayoutEffect, useState } from 'react';
import { Search } from '@/components/icons';
import { buttonVariants } from '@/components/ui/button';
import { defer } from '@/hooks/useDeferred';
import { usePopup } from '@/hooks/usePopup';
import { cn } from '@/lib/cn';
import { t } from '@/lib/i18n';

// Most visits do not need the palette, so it is loaded when it is first opened.
const palette = defer(
  async () => (await import('@/components/admin/CommandPalette')).CommandPalette,
);

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Renders the button that opens the search. Ctrl-K and ⌘K open it too. */
export function SearchButton() {
  const { isOpen, setOpen, Popup, preload } = usePopup(palette);
  const [typed, setTyped] = useState('');
  // Whether the input of the palette has received the focus.
  const [isReady, setReady] = useState(false);

  // Effects run after the page is visible. A key that is pressed before that would be lost.
  useLayoutEffect(() => {
    function press(event: KeyboardEvent) {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isShortcut || event.key.toLowerCase() !== 'k') return;
      // The browser would focus its address bar.
      event.preventDefault();
      setOpen((open) => !open);
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [setOpen]);

  if (!isOpen && (isReady || typed !== '')) {
    setReady(false);
    setTyped('');
  }

  // Until the input has the focus, the page adds the keys of the user to its text.
  const isEarly = isOpen && !isReady;
  useLayoutEffect(() => {
    if (!isEarly) return;
    function press(event: KeyboardEvent) {
      const { key } = event;
      if (key === 'Escape') setOpen(false);
      else if (key === 'Backspace') setTyped((text) => text.slice(0, -1));
      else if (isText(event)) setTyped((text) => text + key);
      // The focus is still on the page. These keys would submit a form or move the focus.
      else if (key !== 'Enter' && key !== 'Tab') return;
      event.preventDefault();
      event.stopPropagation();
    }
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, [isEarly, setOpen]);

  return (
    <>
      <button
        type="button"
        title={t('searchShortcut', { keys: isMac ? '⌘K' : 'Ctrl K' })}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        className={cn(buttonVariants({ variant: 'ghost' }), 'min-w-10 px-2.5')}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(true)}
      >
        <Search aria-hidden />
        <span className="sr-only sm:not-sr-only">{t('search')}</span>
      </button>
      {Popup && (
        <Popup
          isOpen={isOpen}
          onOpenChange={setOpen}
          typed={typed}
          onTyped={setTyped}
          onReady={() => setReady(true)}
        />
      )}
    </>
  );
}

/** Returns whether a key enters a character. AltGr sets both Ctrl and Alt. */
function isText({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return key.length === 1 && !metaKey && (!ctrlKey || altKey);
}
