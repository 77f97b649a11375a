import type { ReactNode } from 'react';
import { NavigationLink, navigationRow } from '@/components/NavigationLink';
import { LayoutDashboard, Settings } from '@/components/icons';
import { menu } from '@/generated/menu';
import { resources } from '@/generated/resources';
import { t, translateLabel } from '@/lib/i18n';
import type { Icon } from '@/lib/icon';
import { adminPath } from '@/lib/resource';

/** Renders the navigation of the admin area: resources, plugin pages and settings. */
export function AdminNavigation() {
  return (
    <nav aria-label={t('admin')} className="space-y-6 p-4 text-sm">
      <ul>
        <Entry to="/admin" icon={LayoutDashboard} end>
          {t('dashboard')}
        </Entry>
      </ul>
      {resources.length > 0 && (
        <Section title={t('records')}>
          {resources.map((resource) => (
            <Entry key={resource.path} to={adminPath(resource)} icon={resource.icon}>
              {resource.plural}
            </Entry>
          ))}
        </Section>
      )}
      {menu.length > 0 && (
        <Section title={t('plugins')}>
          {menu.map(({ id, label, icon, href, children = [] }) => (
            <Entry key={id} to={href} icon={icon} below={children} end={children.length > 0}>
              {translateLabel(label)}
            </Entry>
          ))}
        </Section>
      )}
      <ul>
        <Entry to="/admin/settings" icon={Settings}>
          {t('settings')}
        </Entry>
      </ul>
    </nav>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="text-muted-foreground px-3 pb-1.5 text-xs font-medium">{title}</h2>
      <ul className="space-y-0.5">{children}</ul>
    </section>
  );
}

interface EntryProps {
  to: string | undefined;
  icon?: Icon | undefined;
  /** Whether the link is active only on the exact path, not on paths below. */
  end?: boolean;
  below?: readonly { id: string; label: string; href: string }[];
  children: string;
}

function Entry({ to, icon: Icon, end = false, below = [], children }: EntryProps) {
  const content = (
    <>
      {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
      <span className="min-w-0">{children}</span>
    </>
  );
  return (
    <li>
      {to === undefined ? (
        <span className={navigationRow}>{content}</span>
      ) : (
        <NavigationLink to={to} end={end}>
          {content}
        </NavigationLink>
      )}
      {below.length > 0 && (
        <ul className="mt-0.5 ml-5 space-y-0.5 border-l pl-2">
          {below.map(({ id, label, href }) => (
            <Entry key={id} to={href}>
              {translateLabel(label)}
            </Entry>
          ))}
        </ul>
      )}
    </li>
  );
}
