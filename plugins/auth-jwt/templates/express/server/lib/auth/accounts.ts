import type { User } from '../../generated/prisma/client';

/** What anybody is told of a user, and what helpers give: never the password's hash. */
export type PublicUser = Pick<User, 'id' | 'email' | 'name' | 'role'>;

/** The columns of it, as Prisma takes them. */
export const publicColumns = { id: true, email: true, name: true, role: true } as const;

export function publicUser({ id, email, name, role }: PublicUser): PublicUser {
  return { id, email, name, role };
}
