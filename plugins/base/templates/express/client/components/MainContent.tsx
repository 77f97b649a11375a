import { type ReactNode, useEffect, useRef } from 'react';
import { type Location, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { cn } from '@/lib/cn';
import { t } from '@/lib/i18n';

/** Renders the first link in the tab order, which skips to the main content. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="bg-card sr-only z-50 rounded-md px-4 py-2 font-medium focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
    >
      {t('skipToContent')}
    </a>
  );
}

interface MainContentProps {
  className?: string;
  children?: ReactNode;
}

/**
 * Renders the page content, or `children` instead. After a navigation, the content receives the focus for keyboards and
 * screen readers.
 */
export function MainContent({ className, children }: MainContentProps) {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <main
      ref={main}
      id="main"
      tabIndex={-1}
      className="min-w-0 flex-1 px-4 py-6 outline-none sm:px-8 sm:py-8 print:p-0"
    >
      <div className={cn('mx-auto', className)}>{children ?? <Outlet />}</div>
      <ScrollRestoration getKey={placeOf} />
    </main>
  );
}

/**
 * Returns the key of a stored scroll position. Initial page loads all have the key `default`, so
 * the URL is used.
 */
function placeOf({ key, pathname, search }: Location): string {
  return key === 'default' ? `${pathname}${search}` : key;
}
