import { writeWhole } from './package-records.ts';

/** As much of Verdaccio's own records as is used here. */
export interface Database {
  readonly path: string;
  readonly data: unknown;
  /** They couldn't be read. */
  readonly locked: boolean;
}

/** Has Verdaccio write its own records whole or not at all: with them goes the secret of all tokens. */
export function writeDatabaseWhole(database: Database): void {
  Object.assign(database, { _sync: write });
}

/** @returns what is wrong, as Verdaccio asks for it */
function write(this: Database): unknown {
  // It couldn't read them, and has none to write.
  if (this.locked) return new Error('the records of Verdaccio are damaged');
  try {
    writeWhole(this.path, JSON.stringify(this.data));
    return null;
  } catch (error) {
    return error;
  }
}
