import type { Row, ValueCheck } from './cell.ts';
import type { CopyTable } from './tables.ts';

/** A row whose foreign key refers to a missing row. */
export interface Orphan {
  readonly table: string;
  /** The table of the missing row. */
  readonly parent: string;
  /** The values of the row. */
  readonly row: Row;
}

/** Reads one state of a database, which later changes do not affect. */
export interface RowReader {
  /** Returns pages of rows in an order that is the same for each call. */
  pages(table: CopyTable, skip?: number): AsyncIterable<readonly Row[]>;
  /** Returns rows that refer to missing rows, at most `limit`. */
  orphans(tables: readonly CopyTable[], limit: number): Promise<readonly Orphan[]>;
}

/** Writes rows. */
export interface RowWriter {
  /** Inserts all rows or none. */
  insert(table: CopyTable, rows: readonly Row[]): Promise<void>;
  /** Runs `work` so that foreign keys between the tables are only checked at its end. */
  inCycle(tables: readonly CopyTable[], work: () => Promise<void>): Promise<void>;
  /** Sets the counters of autoincrement columns to the largest value. */
  setCounters(table: CopyTable): Promise<void>;
}

/** A database whose rows are read or written. */
export interface RowStore {
  read<T>(work: (reader: RowReader) => Promise<T>): Promise<T>;
  write<T>(work: (writer: RowWriter) => Promise<T>): Promise<T>;
  /**
   * Returns the checks of a table's columns, in their order.
   *
   * @throws GenlockError `DATA_COPY_UNSUPPORTED` for a column type that is not supported
   */
  checks(table: CopyTable): Promise<readonly ValueCheck[]>;
}

/** The maximum number of rows and bytes in a page. A page always has at least one row. */
const maximum = { rows: 1000, bytes: 4 * 1024 * 1024 };

/** Returns the size of the next page, so that pages of long rows are small. */
export function nextSize(rows: readonly Row[]): number {
  if (rows.length === 0) return 1;
  const bytes = rows.reduce((sum, row) => sum + row.reduce((all, cell) => all + lengthOf(cell), 0), 0);
  const fitting = Math.floor((maximum.bytes * rows.length) / Math.max(1, bytes));
  // Doubles at most, because the next rows can be longer.
  return Math.max(1, Math.min(maximum.rows, fitting, rows.length * 2));
}

/** The size of the first page. */
export const firstSize = 50;

function lengthOf(cell: Row[number]): number {
  return typeof cell === 'string' ? cell.length : 1;
}
