import { useEffect, useRef } from 'react';
import { type Location, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { cn } from '@/lib/cn';

/** The first stop of the tab key: jumps over what surrounds the page. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="bg-card sr-only z-50 rounded-md px-4 py-2 font-medium focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
    >
      Skip to content
    </a>
  );
}

/** The page itself. A new page takes the focus, so that keyboard and screen reader start where it starts. */
export function MainContent({ className }: { className?: string }) {
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
      className="min-w-0 flex-1 px-4 py-6 outline-none sm:px-8 sm:py-8"
    >
      <div className={cn('mx-auto', className)}>
        <Outlet />
      </div>
      <ScrollRestoration getKey={placeOf} />
    </main>
  );
}

/** Where a page was left is kept by its key; every page that was opened by its address has the same one. */
function placeOf({ key, pathname, search }: Location): string {
  return key === 'default' ? `${pathname}${search}` : key;
}
