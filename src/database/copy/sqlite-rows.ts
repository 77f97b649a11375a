import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Client, createClient, type InStatement, type InValue, LibsqlError } from '@libsql/client';
import { GenlockError } from '../../errors/error.ts';
import type { FileDatabase } from '../database-url.ts';
import { lockTimeout, openError } from '../file-database.ts';
import { Fault, type Row } from './cell.ts';
import { firstSize, nextSize, type Orphan, type RowReader, type RowStore, type RowWriter } from './row-store.ts';
import { fromSqlite, sqliteCheck, type TaggedValue, taggedColumn, toSqlite } from './sqlite-values.ts';
import type { CopyTable } from './tables.ts';

/** Returns the rows of an SQLite database. */
export function sqliteRows(database: FileDatabase): RowStore {
  return {
    read: (work) =>
      withConnection(database, async (client) => {
        // The transaction keeps one state of the database for all queries.
        await told(() => client.execute('BEGIN'));
        try {
          return await work(reader(client));
        } finally {
          // The driver keeps the lock of a closed connection until the garbage collection.
          await client.execute('ROLLBACK').catch(() => {});
        }
      }),
    write: (work) =>
      withConnection(database, async (client) => {
        // The order of the rows is then free. The rows of the source have been checked.
        await told(() => client.execute('PRAGMA foreign_keys = OFF'));
        return work(writer(client));
      }),
    checks: async ({ columns }) => columns.map(({ type }) => sqliteCheck(type)),
  };
}

async function withConnection<T>({ url }: FileDatabase, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await told(async () => createClient({ url, timeout: lockTimeout, intMode: 'bigint' }));
  try {
    return await work(client);
  } finally {
    client.close();
  }
}

function reader(client: Client): RowReader {
  return {
    pages: (table, skip = 0) => pages(client, { table, skip }),
    orphans: (tables, limit) => orphans(client, { tables, limit }),
  };
}

interface Reading {
  readonly table: CopyTable;
  readonly skip: number;
}

/** Reads by rowid, the order in which SQLite stores the rows. */
async function* pages(client: Client, { table, skip }: Reading): AsyncGenerator<readonly Row[]> {
  const rowid = rowidOf(table);
  const select = `SELECT ${[rowid, ...table.columns.map(({ name }) => taggedColumn(quoted(name)))].join(', ')}
    FROM ${quoted(table.name)}`;
  const read = async (rest: string, args: readonly InValue[]) =>
    (await told(() => client.execute({ sql: `${select} ${rest}`, args: [...args] }))).rows;
  let size = firstSize;
  let found = await read(`ORDER BY ${rowid} LIMIT ? OFFSET ?`, [size, skip]);
  while (found.length > 0) {
    const page = found.map((values) => rowOf(table, [...Array.from(values)].slice(1)));
    yield page;
    // The driver is synchronous. Without a pause, Ctrl-C would have no effect.
    await nextTurn();
    size = nextSize(page);
    found = await read(`WHERE ${rowid} > ? ORDER BY ${rowid} LIMIT ?`, [found.at(-1)?.[0] ?? null, size]);
  }
}

function rowOf({ columns }: CopyTable, values: readonly unknown[]): Row {
  return columns.map(({ type }, index) => fromSqlite(type, valueOf(values[index])));
}

function valueOf(value: unknown): TaggedValue {
  return typeof value === 'bigint' || typeof value === 'number' || value instanceof ArrayBuffer ? value : null;
}

/** Returns a name of the rowid that is not a name of a column. */
function rowidOf({ columns }: CopyTable): string {
  const taken = new Set(columns.map(({ name }) => name.toLowerCase()));
  return ['rowid', '_rowid_', 'oid'].find((name) => !taken.has(name)) ?? 'rowid';
}

interface Limited {
  readonly tables: readonly CopyTable[];
  readonly limit: number;
}

async function orphans(client: Client, { tables, limit }: Limited): Promise<readonly Orphan[]> {
  const { rows } = await told(() =>
    client.execute('SELECT DISTINCT "table", rowid, parent FROM pragma_foreign_key_check'),
  );
  const found = rows.flatMap((row) => {
    const { parent } = row;
    const table = tables.find(({ name }) => name === row['table']);
    if (table === undefined || typeof parent !== 'string') return [];
    return [{ table, rowid: row['rowid'] ?? null, parent }];
  });
  return Promise.all(
    found.slice(0, limit).map(async ({ table, rowid, parent }) => {
      const columns = table.columns.map(({ name }) => taggedColumn(quoted(name))).join(', ');
      const sql = `SELECT ${columns} FROM ${quoted(table.name)} WHERE ${rowidOf(table)} = ?`;
      const [values = []] = (await told(() => client.execute({ sql, args: [rowid] }))).rows.map((row) => [
        ...Array.from(row),
      ]);
      return { table: table.name, parent, row: rowOf(table, values) };
    }),
  );
}

/** The number of values in a statement. Long statements take longer to parse. */
const mostValues = 2000;

function writer(client: Client): RowWriter {
  return {
    insert: async (table, rows) => {
      const count = Math.max(1, Math.floor(mostValues / table.columns.length));
      const statements: InStatement[] = [];
      for (let start = 0; start < rows.length; start += count) {
        statements.push(insertion(table, rows.slice(start, start + count)));
      }
      await told(() => client.batch(statements, 'write'));
    },
    inCycle: (_tables, work) => work(),
    // SQLite updates its counters with each row.
    setCounters: async () => {},
  };
}

function insertion({ name, columns }: CopyTable, rows: readonly Row[]): InStatement {
  const places = `(${columns.map(() => '?').join(', ')})`;
  return {
    sql: `INSERT INTO ${quoted(name)} (${columns.map((column) => quoted(column.name)).join(', ')})
      VALUES ${rows.map(() => places).join(', ')}`,
    args: rows.flatMap((row) =>
      row.map((cell, index) => toSqlite(columns[index]?.type ?? 'String', cell instanceof Fault ? null : cell)),
    ),
  };
}

/** Converts errors of a query. */
async function told<T>(query: () => Promise<T>): Promise<T> {
  try {
    return await query();
  } catch (cause) {
    if (!(cause instanceof LibsqlError) || !cause.code.startsWith('SQLITE_CONSTRAINT')) throw openError(cause);
    const message = cause.message.replace(/^SQLITE_[A-Z_]+: /u, '');
    throw new GenlockError({ code: 'DATA_COPY_FAILED', message }, { cause });
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
