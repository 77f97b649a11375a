import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import { Link } from 'react-router';
import { HeaderItems } from '@/components/HeaderItems';
import { MainContent, SkipLink } from '@/components/MainContent';
import { Notices } from '@/components/Notices';
import { ThemeToggle } from '@/components/ThemeToggle';
import { AdminGuard } from '@/components/admin/AdminGuard';
import { AdminNavigation } from '@/components/admin/AdminNavigation';
import { SearchButton } from '@/components/admin/SearchButton';
import { ExternalLink, Menu, X } from '@/components/icons';
import { buttonVariants } from '@/components/ui/button';
import { appName } from '@/lib/app';
import { cn } from '@/lib/cn';
import { t } from '@/lib/i18n';

/** Renders the layout of the admin area, for administrators only. */
export function AdminShell() {
  return (
    <AdminGuard>
      {(failure) => (
        <div className="flex min-h-dvh flex-col">
          <SkipLink />
          <TopBar />
          <div className="flex flex-1">
            <div className="bg-sidebar text-sidebar-foreground sticky top-14 hidden h-[calc(100dvh-3.5rem)] w-60 shrink-0 overflow-y-auto border-r md:block">
              <AdminNavigation />
            </div>
            <MainContent className="max-w-6xl">{failure}</MainContent>
          </div>
          <Notices />
        </div>
      )}
    </AdminGuard>
  );
}

function TopBar() {
  return (
    <header className="bg-background/95 sticky top-0 z-30 flex min-h-14 shrink-0 flex-wrap items-center gap-x-2 border-b px-4 backdrop-blur md:h-14 md:flex-nowrap">
      <NavigationDrawer />
      <Link to="/admin" className="min-w-0 truncate rounded-sm font-semibold tracking-tight">
        {appName}
      </Link>
      <div className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-1 md:flex-nowrap">
        <SearchButton />
        <HeaderItems />
        <Link
          to="/"
          aria-label={t('goToSite')}
          title={t('goToSite')}
          className={buttonVariants({ variant: 'ghost', size: 'icon' })}
        >
          <ExternalLink aria-hidden />
        </Link>
        <ThemeToggle />
      </div>
    </header>
  );
}

/** Renders the navigation on small screens, as a sliding dialog. */
function NavigationDrawer() {
  const [isOpen, setOpen] = useState(false);

  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger
        aria-label={t('openNavigation')}
        className={cn(buttonVariants({ variant: 'ghost', size: 'icon' }), '-ml-2 md:hidden')}
      >
        <Menu aria-hidden />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/45" />
        <Dialog.Popup
          className="bg-sidebar text-sidebar-foreground fixed inset-y-0 left-0 z-50 w-72 max-w-[85vw] overflow-y-auto border-r shadow-xl outline-none"
          onClick={({ target }) => {
            if (target instanceof Element && target.closest('a')) setOpen(false);
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
          <AdminNavigation />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
