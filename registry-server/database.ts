import { writeWhole } from './package-records.ts';

/** The used part of Verdaccio's database. */
export interface Database {
  readonly path: string;
  readonly data: unknown;
  /** Whether the database could not be read. */
  readonly locked: boolean;
}

/** Replaces Verdaccio's database write with an atomic write. The database contains the secret for all tokens. */
export function writeDatabaseWhole(database: Database): void {
  Object.assign(database, { _sync: write });
}

/**
 * Writes the database.
 *
 * @returns the error, or `null`, as Verdaccio expects
 */
function write(this: Database): unknown {
  // The data could not be read, so there is nothing to write.
  if (this.locked) return new Error('the records of Verdaccio are damaged');
  try {
    writeWhole(this.path, JSON.stringify(this.data));
    return null;
  } catch (error) {
    return error;
  }
}
