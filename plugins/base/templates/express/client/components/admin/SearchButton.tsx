import { lazy, Suspense, useLayoutEffect } from 'react';
import { Search } from '@/components/icons';
import { buttonVariants } from '@/components/ui/button';
import { usePopup } from '@/hooks/usePopup';
import { cn } from '@/lib/cn';
import { t } from '@/lib/i18n';

// Most visits do not need the palette, so it is loaded when it is first opened.
const CommandPalette = lazy(async () => {
  const { CommandPalette: component } = await import('@/components/admin/CommandPalette');
  return { default: component };
});

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Renders the button that opens the search. Ctrl-K and ⌘K open it too. */
export function SearchButton() {
  const { isOpen, setOpen, wasOpen } = usePopup();

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

  return (
    <>
      <button
        type="button"
        title={t('searchShortcut', { keys: isMac ? '⌘K' : 'Ctrl K' })}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        className={cn(buttonVariants({ variant: 'ghost' }), 'min-w-10 px-2.5')}
        onClick={() => setOpen(true)}
      >
        <Search aria-hidden />
        <span className="sr-only sm:not-sr-only">{t('search')}</span>
      </button>
      {wasOpen && (
        <Suspense>
          <CommandPalette isOpen={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
