import { House, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { menu } from '@/generated/menu';
import { resources } from '@/generated/resources';
import { cn } from '@/lib/cn';

/** The application's places: home, a list for every kind of record, and what plugins add. */
export function Navigation() {
  return (
    <nav aria-label="Main" className="space-y-6 p-4 text-sm">
      <ul>
        <Entry to="/" icon={House}>
          Home
        </Entry>
      </ul>
      {resources.length > 0 && (
        <Section title="Records">
          {resources.map(({ path, plural }) => (
            <Entry key={path} to={path}>
              {plural}
            </Entry>
          ))}
        </Section>
      )}
      {menu.length > 0 && (
        <Section title="More">
          {menu.map(({ id, label, icon, href, children = [] }) => (
            <Entry key={id} to={href} icon={icon} below={children}>
              {label}
            </Entry>
          ))}
        </Section>
      )}
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
  icon?: LucideIcon;
  below?: readonly { id: string; label: string; href: string }[];
  children: string;
}

const row = 'flex min-h-9 items-center gap-2.5 rounded-md px-3 py-1.5 wrap-anywhere';

function Entry({ to, icon: Icon, below = [], children }: EntryProps) {
  const content = (
    <>
      {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
      <span className="min-w-0">{children}</span>
    </>
  );
  return (
    <li>
      {to === undefined ? (
        <span className={row}>{content}</span>
      ) : (
        <NavLink
          to={to}
          end={to === '/'}
          className={({ isActive }) =>
            cn(
              row,
              'hover:bg-sidebar-accent hover:text-sidebar-accent-foreground transition-colors',
              isActive && 'bg-sidebar-accent text-sidebar-accent-foreground font-medium',
            )
          }
        >
          {content}
        </NavLink>
      )}
      {below.length > 0 && (
        <ul className="mt-0.5 ml-5 space-y-0.5 border-l pl-2">
          {below.map(({ id, label, href }) => (
            <Entry key={id} to={href}>
              {label}
            </Entry>
          ))}
        </ul>
      )}
    </li>
  );
}
