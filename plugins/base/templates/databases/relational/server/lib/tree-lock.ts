import type { TreeLock } from './records/tree';

/** Moves in the trees of one entity wait for each other until the end of their transactions. */
export const treeLock: TreeLock = {
  beforeMove: (tx, entity) =>
    tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('tree'), hashtext(${entity}))`,
};
