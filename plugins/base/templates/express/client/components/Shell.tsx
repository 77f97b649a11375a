import { Menu, X } from 'lucide-react';
import { useEffect, useRef, type RefObject } from 'react';
import { Link, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { Navigation } from '@/components/Navigation';
import { Notices } from '@/components/Notices';
import { ThemeToggle } from '@/components/ThemeToggle';
import { Button } from '@/components/ui/button';
import { appName } from '@/lib/app';

/** What surrounds every page: header, navigation, notices. */
export function Shell() {
  const main = useRef<HTMLElement>(null);
  useFocusOnNavigation(main);

  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="bg-card sr-only z-50 rounded-md px-4 py-2 font-medium focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <header className="bg-background/95 sticky top-0 z-30 flex h-14 shrink-0 items-center gap-2 border-b px-4 backdrop-blur">
        <NavigationDrawer />
        <Link to="/" className="min-w-0 truncate rounded-sm font-semibold tracking-tight">
          {appName}
        </Link>
        <div className="ml-auto">
          <ThemeToggle />
        </div>
      </header>
      <div className="flex flex-1">
        <div className="bg-sidebar text-sidebar-foreground sticky top-14 hidden h-[calc(100dvh-3.5rem)] w-60 shrink-0 overflow-y-auto border-r md:block">
          <Navigation />
        </div>
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          className="min-w-0 flex-1 px-4 py-6 outline-none sm:px-8 sm:py-8"
        >
          <div className="mx-auto max-w-5xl">
            <Outlet />
          </div>
        </main>
      </div>
      <Notices />
      <ScrollRestoration />
    </div>
  );
}

/** The navigation on small screens, in a dialog that slides over the page. */
function NavigationDrawer() {
  const drawer = useRef<HTMLDialogElement>(null);

  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Open navigation"
        aria-haspopup="dialog"
        className="-ml-2 md:hidden"
        onClick={() => drawer.current?.showModal()}
      >
        <Menu aria-hidden />
      </Button>
      <dialog
        ref={drawer}
        aria-label="Navigation"
        className="bg-sidebar text-sidebar-foreground h-dvh max-h-none w-72 max-w-[85vw] overflow-y-auto border-r shadow-xl"
        onClick={({ target, currentTarget }) => {
          const isBackdrop = target === currentTarget;
          if (isBackdrop || (target as Element).closest('a')) currentTarget.close();
        }}
      >
        <div className="flex justify-end px-4 pt-2">
          <Button
            variant="ghost"
            size="icon"
            aria-label="Close navigation"
            onClick={() => drawer.current?.close()}
          >
            <X aria-hidden />
          </Button>
        </div>
        <Navigation />
      </dialog>
    </>
  );
}

/** A new page takes the focus, so that keyboard and screen reader start where it starts. */
function useFocusOnNavigation(target: RefObject<HTMLElement | null>) {
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    target.current?.focus({ preventScroll: true });
  }, [pathname, target]);
}
