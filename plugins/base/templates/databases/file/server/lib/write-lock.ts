import type { WriteLock } from './records/tree';

/** SQLite has one writer at a time, so the writes need no lock. */
export const writeLock: WriteLock = {};
