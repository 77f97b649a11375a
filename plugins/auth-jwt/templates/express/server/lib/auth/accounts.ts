import type { User } from '../../generated/prisma/client';

/**
 * The public fields of a user, as returned by routes and helpers. Never contains the password hash.
 */
export type PublicUser = Pick<User, 'id' | 'email' | 'name' | 'role'>;

/** The public columns in a Prisma `select`. */
export const publicColumns = { id: true, email: true, name: true, role: true } as const;

export function publicUser({ id, email, name, role }: PublicUser): PublicUser {
  return { id, email, name, role };
}
