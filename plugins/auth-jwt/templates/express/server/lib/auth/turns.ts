import { setTimeout as delay } from 'node:timers/promises';
import { Prisma } from '../../generated/prisma/client';
import { db } from '../db';

/** A database transaction. */
export type Transaction = Prisma.TransactionClient;

/** Another transaction wrote the same row. MongoDB and SQLite report this instead of waiting. */
const conflicts = ['P2002', 'P2034'];
const mostAttempts = 8;

/**
 * Runs a function in a transaction, one after another for each name, also in other processes. The
 * transaction first writes a row that all of them write. It is repeated after a conflict.
 */
export async function inTurn<Result>(
  id: string,
  run: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.$transaction(
        async (tx) => {
          const at = new Date();
          await tx.authLock.upsert({ where: { id }, create: { id, at }, update: { at } });
          return run(tx);
        },
        { maxWait: 10_000, timeout: 10_000 },
      );
    } catch (error) {
      if (attempt === mostAttempts || !isConflict(error)) throw error;
      await delay(Math.random() * 20 * 2 ** attempt);
    }
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && conflicts.includes(error.code);
}
