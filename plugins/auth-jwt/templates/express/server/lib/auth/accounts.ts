import { Prisma, type User } from '../../generated/prisma/client';
import { db } from '../db';
import { invalidBody } from '../problem';
import type { Database } from '../records/types';
import { emailTaken } from './errors';
import { email as emailAddress } from './fields';
import { noPassword } from './passwords';

/**
 * The public fields of a user, as returned by routes and helpers. Never contains the password hash.
 */
export type PublicUser = Pick<User, 'id' | 'email' | 'name' | 'role'>;

/** The public columns in a Prisma `select`. */
export const publicColumns = { id: true, email: true, name: true, role: true } as const;

export function publicUser({ id, email, name, role }: PublicUser): PublicUser {
  return { id, email, name, role };
}

interface NewAccount {
  readonly email: string;
  readonly name?: string | null;
  /** When the user proved the address. */
  readonly emailVerified?: Date;
  /** The password hash. By default the account has no password. */
  readonly password?: string;
  readonly id?: string;
  /** The first session, which is created in the same transaction. */
  readonly sessions?: NonNullable<Prisma.UserCreateInput['sessions']>;
}

/**
 * Creates an account with the role USER. The address is normalized.
 * @throws HttpProblem 422 if the address is invalid, 409 if it already has an account, including
 * concurrent requests
 */
export async function createAccount(
  { email, password = noPassword, ...data }: NewAccount,
  tx: Database = db,
): Promise<PublicUser> {
  const address = emailAddress.safeParse(email);
  if (!address.success) {
    throw invalidBody([{ pointer: '/email', detail: 'Expected an e-mail address' }]);
  }
  try {
    return await tx.user.create({
      data: { ...data, email: address.data, password },
      select: publicColumns,
    });
  } catch (error) {
    throw isTaken(error) ? emailTaken() : error;
  }
}

/** Returns whether another record has a unique value, such as the address. */
export function isTaken(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
}
