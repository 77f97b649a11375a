import { projectRoles } from '@shared/lib/roles';

/** The roles in ascending order of permissions. */
export const roles = ['USER', ...projectRoles, 'ADMIN', 'SUPER_ADMIN'] as const;

export type Role = (typeof roles)[number];

/**
 * Returns whether a user has a role or a higher one. All role checks use this order. An unknown
 * role grants nothing and no user satisfies it.
 */
export function hasRole(user: { readonly role: string }, least: Role): boolean {
  const needed = rank(least);
  return needed >= 0 && rank(user.role) >= needed;
}

/** Returns whether a user has a higher role than another user. */
export function outranks(
  user: { readonly role: string },
  other: { readonly role: string },
): boolean {
  return rank(user.role) > rank(other.role);
}

function rank(role: string): number {
  return roles.findIndex((known) => known === role);
}
