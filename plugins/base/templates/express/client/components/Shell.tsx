import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router';
import { HeaderItems } from '@/components/HeaderItems';
import { MainContent, SkipLink } from '@/components/MainContent';
import { NavigationButton } from '@/components/NavigationButton';
import { NavigationLink } from '@/components/NavigationLink';
import { Notices } from '@/components/Notices';
import { ThemeToggle } from '@/components/ThemeToggle';
import { navigation } from '@/generated/navigation';
import { AreaContext } from '@/hooks/useArea';
import { useCaller } from '@/hooks/useCaller';
import { admits } from '@/lib/access';
import { appName } from '@/lib/app';
import { cn } from '@/lib/cn';
import { t } from '@/lib/i18n';
import { siteArea } from '@/lib/resource';

/** Whether the links of the site need a menu on small screens. */
const hasMenu = navigation.length > 0;

/** Renders the header and layout of public pages, around the page or around `children`. */
export function Shell({ children }: { children?: ReactNode }) {
  const { data: caller } = useCaller();
  const places = [
    { to: '/', label: t('home') },
    ...navigation.filter(({ read }) => admits(read, caller)),
    ...(caller?.isAllowed ? [{ to: '/admin', label: t('admin') }] : []),
  ];
  return (
    <AreaContext value={siteArea}>
      <div className="flex min-h-dvh flex-col">
        <SkipLink />
        <header className="print:hidden bg-background/95 sticky top-0 z-30 border-b px-4 backdrop-blur sm:px-8">
          <div className="mx-auto flex min-h-14 max-w-5xl flex-wrap items-center py-1.5 gap-x-2 sm:gap-x-4">
            {hasMenu && (
              <NavigationButton className="sm:hidden">
                <nav aria-label={t('mainNavigation')} className="p-4 text-sm">
                  <ul className="space-y-0.5">
                    {places.map(({ to, label }) => (
                      <li key={to}>
                        <NavigationLink to={to} end={to === '/'}>
                          {label}
                        </NavigationLink>
                      </li>
                    ))}
                  </ul>
                </nav>
              </NavigationButton>
            )}
            <div className="flex min-w-0 flex-1 basis-8 sm:basis-auto">
              <Link
                to="/"
                title={appName}
                className="min-w-0 truncate rounded-sm font-semibold tracking-tight sm:max-w-64"
              >
                {appName}
              </Link>
            </div>
            <nav aria-label={t('mainNavigation')} className={cn(hasMenu && 'max-sm:hidden')}>
              <ul className="flex flex-wrap text-sm">
                {places.map(({ to, label }) => (
                  <li key={to}>
                    <NavLink
                      to={to}
                      end={to === '/'}
                      className={({ isActive }) =>
                        cn(
                          'text-muted-foreground hover:text-foreground flex min-h-9 items-center rounded-md px-2 transition-colors sm:px-3',
                          isActive && 'text-foreground font-medium',
                        )
                      }
                    >
                      {label}
                    </NavLink>
                  </li>
                ))}
              </ul>
            </nav>
            <div className="ml-auto flex min-w-0 items-center gap-1">
              <HeaderItems />
              <ThemeToggle />
            </div>
          </div>
        </header>
        <MainContent className="max-w-5xl">{children}</MainContent>
        <Notices />
      </div>
    </AreaContext>
  );
}
