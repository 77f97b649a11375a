import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { cn } from '@/lib/cn';

/** The look of an entry in a vertical navigation. */
export const navigationRow =
  'flex min-h-9 items-center gap-2.5 rounded-md px-3 py-1.5 wrap-anywhere';

interface NavigationLinkProps {
  to: string;
  /** Whether the link is active only on the exact path, not on paths below. */
  end: boolean;
  children: ReactNode;
}

/** Renders a link in a vertical navigation. */
export function NavigationLink({ to, end, children }: NavigationLinkProps) {
  return (
    <NavLink
      to={to}
      end={end}
      className={({ isActive }) =>
        cn(
          navigationRow,
          'hover:bg-sidebar-accent hover:text-sidebar-accent-foreground transition-colors',
          isActive && 'bg-sidebar-accent text-sidebar-accent-foreground font-medium',
        )
      }
    >
      {children}
    </NavLink>
  );
}
