import { Link } from 'react-router';
import { HeaderItems } from '@/components/HeaderItems';
import { MainContent, SkipLink } from '@/components/MainContent';
import { NavigationButton } from '@/components/NavigationButton';
import { navigationRow } from '@/components/NavigationLink';
import { Notices } from '@/components/Notices';
import { ThemeToggle } from '@/components/ThemeToggle';
import { AdminGuard } from '@/components/admin/AdminGuard';
import { AdminNavigation } from '@/components/admin/AdminNavigation';
import { SearchButton } from '@/components/admin/SearchButton';
import { ExternalLink } from '@/components/icons';
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
            <div className="bg-sidebar text-sidebar-foreground sticky top-14 hidden h-[calc(100dvh-3.5rem)] w-60 shrink-0 overflow-y-auto border-r md:block print:hidden">
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
    <header className="print:hidden bg-background/95 sticky top-0 z-30 flex min-h-14 shrink-0 flex-wrap items-center gap-x-2 border-b px-4 backdrop-blur md:h-14 md:flex-nowrap">
      <NavigationButton className="md:hidden">
        <AdminNavigation />
        <div className="px-4 pb-4 text-sm">
          <Link to="/" className={navigationRow}>
            <ExternalLink aria-hidden className="size-4" />
            {t('goToSite')}
          </Link>
        </div>
      </NavigationButton>
      <div className="flex min-w-0 flex-1 basis-8">
        <Link
          to="/admin"
          title={appName}
          className="min-w-0 truncate rounded-sm font-semibold tracking-tight"
        >
          {appName}
        </Link>
      </div>
      <div className="flex min-w-0 flex-wrap items-center justify-end sm:gap-1 md:flex-nowrap">
        <SearchButton />
        <HeaderItems />
        <Link
          to="/"
          aria-label={t('goToSite')}
          title={t('goToSite')}
          className={cn(buttonVariants({ variant: 'ghost', size: 'icon' }), 'max-md:hidden')}
        >
          <ExternalLink aria-hidden />
        </Link>
        <ThemeToggle />
      </div>
    </header>
  );
}
