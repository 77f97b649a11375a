/** From the least to the most a user may do. */
export const roles = ['USER', 'ADMIN', 'SUPER_ADMIN'] as const;

export type Role = (typeof roles)[number];

/** Whether a user has a role or one above it. The one place that ranks them: an unknown role has nothing, and nobody has it. */
export function hasRole(user: { readonly role: string }, least: Role): boolean {
  const needed = rank(least);
  return needed >= 0 && rank(user.role) >= needed;
}

function rank(role: string): number {
  return roles.findIndex((known) => known === role);
}
