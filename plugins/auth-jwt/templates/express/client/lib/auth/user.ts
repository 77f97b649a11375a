import type { projectRoles } from '@shared/lib/roles';

/** User roles. */
export type Role = 'USER' | (typeof projectRoles)[number] | 'ADMIN' | 'SUPER_ADMIN';

/** The current user, as returned by the server. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
}

/** Returns the display name of a user. */
export function nameOf({ name, email }: User): string {
  return name ?? email;
}
