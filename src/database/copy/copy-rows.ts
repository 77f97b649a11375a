import { GenlockError } from '../../errors/error.ts';
import { databaseLabel, type Database, parseDatabaseUrl } from '../database-url.ts';
import type { Driver } from '../driver.ts';
import { productOf } from '../history-folder.ts';
import { migrateStatus } from '../migrate-status.ts';
import { type MigrationRequest, migrationTarget } from '../migration-target.ts';
import { openDriver } from '../open-driver.ts';
import { schemaModels } from '../schema-models.ts';
import { checkRows, type OnRows } from './check-rows.ts';
import { Checksum, type TableDigest } from './checksum.ts';
import type { RowReader, RowStore, RowWriter } from './row-store.ts';
import { type CopyGroup, copyGroups, type CopyTable } from './tables.ts';

export interface CopyRequest extends MigrationRequest {
  /** The URL of the source, in the form of `DATABASE_URL`. */
  readonly from: string;
  /** Shows the progress: the step and the rows so far. */
  readonly onRows: (step: CopyStep, table: string, rows: number) => void;
}

export type CopyStep = 'check' | 'copy' | 'compare';

export interface CopyResult {
  /** The label of the source, without user and password. */
  readonly source: string;
  /** The label of the target, without user and password. */
  readonly database: string;
  /** In the order in which they were copied. */
  readonly tables: readonly CopiedTable[];
  /** Tables and columns of the source that the schema does not have. They are not copied. */
  readonly ignored: readonly string[];
}

export interface CopiedTable extends TableDigest {
  readonly table: string;
  /** The number of rows that this run copied. Smaller than `rows` if an earlier run was interrupted. */
  readonly copied: number;
}

/**
 * Copies all rows from a database of the other kind to the project's database. The target needs the tables of the schema
 * without rows, or the first rows of an interrupted copy, which is then continued. No row is written if a value cannot
 * be stored.
 *
 * @throws GenlockError `DATA_COPY_…`, `DATA_MIGRATIONS_PENDING`, `DATA_URL_INVALID`, `DATA_ABSENT`, …
 */
export async function copyRows({ from, onRows, ...request }: CopyRequest): Promise<CopyResult> {
  const target = await migrationTarget(request);
  const database = sourceOf(from, { root: request.root, target: target.database });
  const groups = copyGroups(await schemaModels(target.schema));
  const tables = groups.flatMap((group) => group.tables);
  await requireMigrated(request, { driver: target.driver, tables });
  const ignored = await requireSource(await openDriver(database), { database, tables });
  const [source, rows] = await Promise.all([openRows(database), openRows(target.database)]);
  const on =
    (step: CopyStep): OnRows =>
    (table, count) =>
      onRows(step, table, count);
  const done = await target.driver.exclusively(() =>
    source.read(async (reader) => {
      const before = await rows.read((existing) => digestsOf(existing, { tables, onRows: on('compare') }));
      await requirePrefix(reader, { before, label: databaseLabel(target.database) });
      const digests = await checkRows(reader, { target: rows, tables, onRows: on('check') });
      await rows.write((writer) => writeAll(writer, { reader, groups, before, onRows: on('copy') }));
      const after = await rows.read((written) => digestsOf(written, { tables, onRows: on('compare') }));
      requireEqual(digests, after);
      return tables.map((table) => {
        const digest = digests.get(table) ?? none;
        return { table: table.name, ...digest, copied: digest.rows - (before.get(table)?.rows ?? 0) };
      });
    }),
  );
  return { source: databaseLabel(database), database: databaseLabel(target.database), tables: done, ignored };
}

const none: TableDigest = { rows: 0, checksum: '0'.repeat(32) };

async function openRows(database: Database): Promise<RowStore> {
  if (database.provider === 'sqlite') return (await import('./sqlite-rows.ts')).sqliteRows(database);
  return (await import('./postgres-rows.ts')).postgresRows(database);
}

/** @throws GenlockError `DATA_URL_INVALID`, `DATA_KIND_UNSUPPORTED`, `DATA_COPY_SOURCE` */
function sourceOf(from: string, { root, target }: { readonly root: string; readonly target: Database }): Database {
  let source: Database;
  try {
    source = parseDatabaseUrl(from, root);
  } catch (cause) {
    if (!(cause instanceof GenlockError)) throw cause;
    const message = cause.message.replaceAll('DATABASE_URL', 'the URL after --from');
    const hint = 'Write --from file:./data/dev.db or --from postgresql://user:password@host:5432/database.';
    throw new GenlockError({ code: cause.code, message, hint }, { cause });
  }
  if (source.provider !== target.provider) return source;
  const product = productOf(source.provider);
  const hint =
    source.provider === 'sqlite'
      ? 'Copy the database file.'
      : 'Use pg_dump and pg_restore, which copy the schema, too.';
  const message = `--from and DATABASE_URL are both ${product} databases`;
  throw new GenlockError({ code: 'DATA_COPY_SOURCE', message, hint });
}

interface Tables {
  readonly driver: Driver;
  readonly tables: readonly CopyTable[];
}

/** @throws GenlockError `DATA_MIGRATIONS_PENDING` if the target does not have the tables of the schema */
async function requireMigrated(request: MigrationRequest, { driver, tables }: Tables): Promise<void> {
  const { upToDate, database } = await migrateStatus(request);
  if (!upToDate) {
    throw new GenlockError({ code: 'DATA_MIGRATIONS_PENDING', message: `${database} does not have all migrations` });
  }
  const [missing] = await missingIn(driver, tables);
  if (missing === undefined) return;
  throw new GenlockError({
    code: 'DATA_MIGRATIONS_PENDING',
    message: `${database} has no ${missing}, which is in the schema`,
    hint: 'Run `genlock db migrate dev` to write the missing migration. Then run the command again.',
  });
}

async function missingIn(driver: Driver, tables: readonly CopyTable[]): Promise<readonly string[]> {
  const existing = await driver.tables();
  return tables.flatMap(({ name, columns }) => {
    const found = existing.get(name);
    if (found === undefined) return [`table ${name}`];
    const names = new Set(found.map((column) => column.name));
    return columns.filter((column) => !names.has(column.name)).map((column) => `column ${name}.${column.name}`);
  });
}

/**
 * Returns the tables and columns of the source that are not copied.
 *
 * @throws GenlockError `DATA_ABSENT`, and `DATA_COPY_SOURCE` if the source lacks a table or a column
 */
async function requireSource(
  driver: Driver,
  { database, tables }: { readonly database: Database; readonly tables: readonly CopyTable[] },
): Promise<readonly string[]> {
  const label = databaseLabel(database);
  if ((await driver.state()) === 'absent') {
    const hint = 'Check the URL after --from. A path is relative to the root of the project.';
    throw new GenlockError({ code: 'DATA_ABSENT', message: `P1003: there is no database at ${label}`, hint });
  }
  const [first, ...rest] = (await missingIn(driver, tables)).map((missing) => ({
    code: 'DATA_COPY_SOURCE' as const,
    message: `${label} has no ${missing}, which is in the schema`,
  }));
  if (first !== undefined) throw new GenlockError([first, ...rest]);
  return [...(await driver.tables())].flatMap(([name, columns]) => {
    const table = tables.find((one) => one.name === name);
    if (table === undefined) return [name];
    const copied = new Set(table.columns.map((column) => column.name));
    return columns.filter((column) => !copied.has(column.name)).map((column) => `${name}.${column.name}`);
  });
}

async function digestsOf(
  reader: RowReader,
  { tables, onRows }: { readonly tables: readonly CopyTable[]; readonly onRows: OnRows },
): Promise<ReadonlyMap<CopyTable, TableDigest>> {
  const digests = new Map<CopyTable, TableDigest>();
  for (const table of tables) digests.set(table, await digestOf(reader, { table, onRows }));
  return digests;
}

interface Digesting {
  readonly table: CopyTable;
  readonly limit?: number;
  readonly onRows?: OnRows;
}

async function digestOf(reader: RowReader, { table, limit = Infinity, onRows }: Digesting): Promise<TableDigest> {
  const checksum = new Checksum(table);
  for await (const rows of reader.pages(table)) {
    for (const row of rows.slice(0, limit - checksum.digest.rows)) checksum.add(row);
    onRows?.(table.name, checksum.digest.rows);
    if (checksum.digest.rows >= limit) break;
  }
  return checksum.digest;
}

/**
 * Requires that the rows of the target are the first rows of the source: an interrupted copy leaves such rows.
 *
 * @throws GenlockError `DATA_COPY_TARGET` with the tables that have other rows
 */
async function requirePrefix(
  reader: RowReader,
  { before, label }: { readonly before: ReadonlyMap<CopyTable, TableDigest>; readonly label: string },
): Promise<void> {
  const others: string[] = [];
  for (const [table, { rows, checksum }] of before) {
    if (rows === 0) continue;
    const first = await digestOf(reader, { table, limit: rows });
    if (first.rows !== rows || first.checksum !== checksum) others.push(`${table.name} (${rows})`);
  }
  if (others.length === 0) return;
  const message = `${label} has rows that are not from the source, in ${others.join(', ')}`;
  throw new GenlockError({ code: 'DATA_COPY_TARGET', message });
}

interface Writing {
  readonly reader: RowReader;
  readonly groups: readonly CopyGroup[];
  readonly before: ReadonlyMap<CopyTable, TableDigest>;
  readonly onRows: OnRows;
}

async function writeAll(writer: RowWriter, { reader, groups, before, onRows }: Writing): Promise<void> {
  const write = async (table: CopyTable): Promise<void> => {
    let rows = before.get(table)?.rows ?? 0;
    for await (const page of reader.pages(table, rows)) {
      await writer.insert(table, page);
      rows += page.length;
      onRows(table.name, rows);
    }
  };
  for (const { tables, isCycle } of groups) {
    const all = async (): Promise<void> => {
      for (const table of tables) await write(table);
    };
    await (isCycle ? writer.inCycle(tables, all) : all());
    for (const table of tables) await writer.setCounters(table);
  }
}

/** @throws GenlockError `DATA_COPY_DIFFERS` */
function requireEqual(source: ReadonlyMap<CopyTable, TableDigest>, target: ReadonlyMap<CopyTable, TableDigest>): void {
  const different = [...source].filter(([table, { rows, checksum }]) => {
    const written = target.get(table);
    return written?.rows !== rows || written.checksum !== checksum;
  });
  if (different.length === 0) return;
  const names = different.map(([{ name }]) => name).join(', ');
  throw new GenlockError({ code: 'DATA_COPY_DIFFERS', message: `the copied rows differ from the source in ${names}` });
}
