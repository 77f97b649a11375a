import { Prisma } from '../../generated/prisma/client';
import { isEmpty } from '../conditions';
import { db } from '../db';
import type { Database } from '../records/types';
import { isTaken } from './accounts';
import { emailTaken } from './errors';

const columns = { id: true, email: true, emailVerified: true } as const;

/** A user as before the change of the address. */
export type PreviousAddress = Prisma.UserGetPayload<{ select: typeof columns }>;

interface Move {
  readonly userId: string;
  /** The address that the account must have; any address if absent. */
  readonly from?: string;
  readonly to: string;
}

/**
 * Changes the address of an account, and whatever `and` changes, in one transaction.
 * @returns the user as before; undefined if the account is disabled or has another address
 * @throws HttpProblem 409 if the new address has an account
 */
export async function moveAddress(
  { userId, from, to }: Move,
  and: (tx: Database, before: PreviousAddress) => Promise<void>,
): Promise<PreviousAddress | undefined> {
  const isExpected = from === undefined ? {} : { email: from };
  const where = { id: userId, ...isEmpty('disabledAt'), ...isExpected };
  try {
    return await db.$transaction(async (tx) => {
      const before = await tx.user.findFirst({ where, select: columns });
      if (before === null) return undefined;
      const { count } = await tx.user.updateMany({
        where: { ...where, email: before.email },
        data: { email: to },
      });
      if (count === 0) return undefined;
      await and(tx, before);
      return before;
    });
  } catch (error) {
    throw isTaken(error) ? emailTaken() : error;
  }
}
