import type { getUser } from '../../generated/auth';
import type { Prisma } from '../../generated/prisma/client';
import type { db } from '../db';

/** The database client, or the client of a transaction. Its results lack the omitted fields. */
export type Database = Pick<typeof db, keyof Prisma.TransactionClient>;

/** The signed-in user. */
export type User = NonNullable<Awaited<ReturnType<typeof getUser>>>;

/** A record with the columns of every entity. A type, so that it is also a `Record`. */
export type Row = { readonly id: string; readonly updatedAt: Date };

/** Returns the value of a field that only some entities have. */
export function fieldOf(record: object, name: string): unknown {
  return Object.entries(record).find(([field]) => field === name)?.[1];
}

/** The caller’s rights to set the owner of a record. */
export interface Caller {
  /** The field with the owner, if the caller may not set it. */
  readonly ignored?: string | undefined;
  /** Returns the owner of a new record: the caller. An administrator may set another user. */
  ownerOfNew(given: string | null | undefined): string;
  /** Returns the new owner of a changed record, which only an administrator may set. */
  ownerOfChanged(given: string | undefined): string | undefined;
}

/** The user and the rights of a read or a write. */
export interface Actor {
  /** Whether the application itself acts. Access rules do not apply to it. */
  readonly isApplication: boolean;
  user(): Promise<User | null>;
  /** @throws HttpProblem 401 for visitors, 403 for users */
  refuse(): Promise<unknown>;
}

/** The rights of the application itself, and for entities without owners. */
export const anyOwner: Caller = {
  ownerOfNew(given) {
    if (given == null) throw new Error('Set the owner of the new record.');
    return given;
  },
  ownerOfChanged: (given) => given,
};

/** The application itself, such as a job: all records are accessible. */
export const application: Actor = {
  isApplication: true,
  user: () => Promise.resolve(null),
  refuse: () => Promise.resolve(),
};
