import type { TreeLock } from './records/tree';

/** SQLite has one writer at a time, so moves in a tree need no lock. */
export const treeLock: TreeLock = {};
