import type { WriteLock } from './records/tree';

/**
 * A move also writes the new ancestors. If another transaction moves one of them, the writes
 * conflict and MongoDB refuses one of the transactions.
 */
export const writeLock: WriteLock = {
  afterMove: (table, ancestors) =>
    table.updateMany({ where: { id: { in: ancestors } }, data: { updatedAt: new Date() } }),
};
