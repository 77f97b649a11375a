/** From the least to the most a user may do. */
export const roles = ['USER', 'ADMIN', 'SUPER_ADMIN'] as const;

export type Role = (typeof roles)[number];

/** Whether a user has a role or one above it. The one place that ranks them: an unknown role is below all. */
export function hasRole(user: { readonly role: string }, least: Role): boolean {
  return rank(user.role) >= rank(least);
}

function rank(role: string): number {
  return roles.findIndex((known) => known === role);
}
