import { GenlockError, type Problem } from '../../errors/error.ts';
import { Fault, type Row, type ValueCheck } from './cell.ts';
import { Checksum, type TableDigest } from './checksum.ts';
import type { RowReader, RowStore } from './row-store.ts';
import type { CopyColumn, CopyTable } from './tables.ts';

/** The maximum number of reported values. */
const mostReported = 20;

/** Shows the progress of a table. */
export type OnRows = (table: string, rows: number) => void;

/**
 * Reads all rows of the source and checks whether the target can store them.
 *
 * @returns the digests of the source's tables
 * @throws GenlockError `DATA_COPY_VALUES` with the first values, each with its table, id and column, and the count
 */
export async function checkRows(
  source: RowReader,
  { target, tables, onRows }: { readonly target: RowStore; readonly tables: readonly CopyTable[]; onRows: OnRows },
): Promise<ReadonlyMap<CopyTable, TableDigest>> {
  const bad = new BadValues();
  const digests = new Map<CopyTable, TableDigest>();
  for (const table of tables) {
    const checks = await target.checks(table);
    const checksum = new Checksum(table);
    for await (const rows of source.pages(table)) {
      for (const row of rows) {
        checksum.add(row);
        checkRow(row, { table, checks, bad });
      }
      onRows(table.name, checksum.digest.rows);
    }
    digests.set(table, checksum.digest);
  }
  for (const { table, parent, row } of await source.orphans(tables, 1000)) {
    const found = tables.find(({ name }) => name === table);
    if (found !== undefined) bad.add(`${rowName(found, row)} refers to a missing row of ${parent}`);
  }
  bad.refuse();
  return digests;
}

interface RowChecks {
  readonly table: CopyTable;
  readonly checks: readonly ValueCheck[];
  readonly bad: BadValues;
}

function checkRow(row: Row, { table, checks, bad }: RowChecks): void {
  for (const [index, cell] of row.entries()) {
    const column = table.columns[index];
    const reason = cell === null ? emptyReason(column?.isRequired) : reasonOf(cell, { column, check: checks[index] });
    if (reason !== undefined) bad.add(`${rowName(table, row)}: the value of ${column?.name} ${reason}`);
  }
}

function emptyReason(isRequired: boolean | undefined): string | undefined {
  return isRequired === true ? 'is missing' : undefined;
}

interface Checking {
  readonly column: CopyColumn | undefined;
  readonly check: ValueCheck | undefined;
}

/** An enum value must be in the schema, too: the application could not read another value. */
function reasonOf(cell: string | Fault, { column, check }: Checking): string | undefined {
  if (cell instanceof Fault) return cell.reason;
  if (column?.type === 'Enum' && !column.values.includes(cell)) return 'is not a value of the enum';
  return check?.(cell);
}

/** Returns the table and the key of a row: `Post "a1"`. */
function rowName({ name, columns, key }: CopyTable, row: Row): string {
  const values = key.map((column) => row[columns.findIndex((one) => one.name === column)]);
  return `${name} ${values.map((value) => (typeof value === 'string' ? JSON.stringify(value) : '?')).join(', ')}`;
}

class BadValues {
  readonly #problems: Problem[] = [];
  #count = 0;

  add(message: string): void {
    this.#count += 1;
    if (this.#count <= mostReported) this.#problems.push({ code: 'DATA_COPY_VALUES', message });
  }

  /** @throws GenlockError `DATA_COPY_VALUES` if there is a value */
  refuse(): void {
    const [first, ...rest] = this.#problems;
    if (first === undefined) return;
    const more = this.#count - mostReported;
    const last = { code: 'DATA_COPY_VALUES', message: `${more} more values cannot be stored` } as const;
    throw new GenlockError([first, ...rest, ...(more > 0 ? [last] : [])]);
  }
}
