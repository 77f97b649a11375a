import type { SqlQuery, SqlResultSet } from '@prisma/driver-adapter-utils';
import type { Column } from './driver.ts';
import type { CatalogueEntry, Ownership } from './kept-objects.ts';
import { hasColumn, hasIndex, hasTable, type KnownObjects } from './known-objects.ts';
import type { TableColumn } from './table-definition.ts';

type Query = (query: SqlQuery) => Promise<SqlResultSet>;

/** Returns the user's objects among the objects of a database. */
export function ownershipOf(known: KnownObjects | undefined): Ownership {
  if (known === undefined) {
    return { hasIndex: () => false, hasColumn: (_table, { isGenerated }) => isGenerated, isWritten: () => false };
  }
  const written = new Set([...known.written.own].map((name) => name.toLowerCase()));
  return {
    isWritten: (table, column) => written.has(`${table}.${column}`.toLowerCase()),
    hasIndex: ({ name, table, columns, sql }) =>
      !hasIndex(known, { name, table, columns, isUnique: /^create\s+unique/i.test(sql ?? '') }),
    hasColumn: (table, { name, isNeeded, isGenerated }: TableColumn) =>
      !hasColumn(known, { table, name, isNeeded, isComputed: isGenerated }),
  };
}

/**
 * Returns the statements of the schema engine that created the tables and indexes of a database. SQLite stores these
 * statements unchanged.
 */
export function engineStatements(catalogue: readonly CatalogueEntry[]): string {
  const statements = catalogue.flatMap(({ type, name, table, sql, columns }) => {
    if (type === 'table' && engineTable.test(sql ?? '')) return [`-- CreateTable\n${sql};\n`];
    const isNamed = [`${[table, ...columns].join('_')}_idx`, `${[table, ...columns].join('_')}_key`].includes(name);
    return isNamed && engineIndex.test(sql ?? '') ? [`-- CreateIndex\n${sql};\n`] : [];
  });
  return statements.join('\n');
}

const engineTable = /^CREATE TABLE "(?:[^"]|"")+" \(\n {4}"/;
const engineIndex = /^CREATE (?:UNIQUE )?INDEX "(?:[^"]|"")+" ON "(?:[^"]|"")+"\("[^()]*\)$/;

/** The engine's catalogue queries with the name of a table. */
const tablePragma = /^PRAGMA (table_info|index_list|foreign_key_list) ?\("(.*)"\);?$/;

/** Removes the user's tables, columns and indexes from the result of a catalogue query. */
export async function withoutUserObjects(
  result: SqlResultSet,
  { sql, known, query }: { readonly sql: string; readonly known: KnownObjects; readonly query: Query },
): Promise<SqlResultSet> {
  if (result.columnNames.join() === 'name,type,sql') {
    return kept(result, ({ name, type }) => type !== 'table' || hasTable(known, String(name)));
  }
  const [, pragma, table = ''] = tablePragma.exec(sql) ?? [];
  if (pragma === 'table_info') return kept(result, (row) => hasColumn(known, columnOf(table, row)));
  if (pragma === 'foreign_key_list') {
    const columns = await rowsOf(query, `PRAGMA table_info("${table}")`);
    const own = columns.map((row) => columnOf(table, row)).filter((column) => !hasColumn(known, column));
    return kept(result, ({ from }) => own.every(({ name }) => name !== from));
  }
  if (pragma !== 'index_list') return result;
  const owned = new Set<unknown>();
  for (const { name, origin, unique } of objectsOf(result)) {
    const columns = await rowsOf(query, `PRAGMA index_info("${String(name)}")`);
    const index = { table, name: String(name), columns: columns.map((column) => String(column['name'])) };
    const isOwn = origin === 'c' && !hasIndex(known, { ...index, isUnique: String(unique) === '1' });
    // The engine writes no UNIQUE clause.
    if (isOwn || origin === 'u') owned.add(name);
  }
  return kept(result, ({ name }) => !owned.has(name));
}

type Row = Readonly<Record<string, unknown>>;

function kept(result: SqlResultSet, isKept: (row: Row) => boolean): SqlResultSet {
  const rows = objectsOf(result);
  return { ...result, rows: result.rows.filter((_, index) => isKept(rows[index] ?? {})) };
}

function objectsOf({ columnNames, rows }: SqlResultSet): readonly Row[] {
  return rows.map((row) => Object.fromEntries(columnNames.map((name, index) => [name, row[index]])));
}

async function rowsOf(query: Query, sql: string): Promise<readonly Row[]> {
  return objectsOf(await query({ sql, args: [], argTypes: [] }));
}

function columnOf(table: string, { name, notnull, dflt_value: value, pk }: Row): Column & { readonly table: string } {
  const isNeeded = String(notnull) === '1' && value === null && String(pk) === '0';
  return { table, name: String(name), type: '', isNeeded };
}
