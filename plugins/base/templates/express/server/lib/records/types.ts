import type { getUser } from '../../generated/auth';
import type { Prisma } from '../../generated/prisma/client';

/** The database client, or the client of a transaction. */
export type Database = Prisma.TransactionClient;

/** The signed-in user; never in applications without authentication. */
export type User = NonNullable<Awaited<ReturnType<typeof getUser>>>;

/** A record with the columns of every entity. A type, so that it is also a `Record`. */
export type Row = { readonly id: string; readonly updatedAt: Date };

/** The caller’s rights to records with owners. */
export interface Caller {
  /** The owner whose records are accessible; `undefined` for all records. */
  readonly reach: string | undefined;
  /** Returns the owner of a new record: the caller. An administrator may set another user. */
  ownerOfNew(given: string | null | undefined): string;
  /** Returns the new owner of a changed record, which only an administrator may set. */
  ownerOfChanged(given: string | undefined): string | undefined;
}

/** The user and the rights of a read or a write. */
export interface Actor {
  readonly caller: Caller;
  user(): Promise<User | null>;
}

/** The application itself, for jobs and for entities without owners: all records are accessible. */
export const application: Actor = {
  caller: {
    reach: undefined,
    ownerOfNew(given) {
      if (given == null) throw new Error('Set the owner of the new record.');
      return given;
    },
    ownerOfChanged: (given) => given,
  },
  user: () => Promise.resolve(null),
};
