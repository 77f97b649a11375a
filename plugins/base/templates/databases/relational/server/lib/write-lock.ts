import type { WriteLock } from './records/tree';

/** The writes of one entity wait for each other until the end of their transactions. */
export const writeLock: WriteLock = {
  beforeWrite: (tx, entity) =>
    tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('write'), hashtext(${entity}))`,
};
