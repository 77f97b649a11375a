import { type Client, DatabaseError, escapeIdentifier } from 'pg';
import { GenlockError } from '../../errors/error.ts';
import { connectionError, withClient } from '../postgres-connection.ts';
import type { PostgresDatabase } from '../postgres-url.ts';
import { Fault, type Row } from './cell.ts';
import { fromPostgres, postgresCheck, type PostgresColumn } from './postgres-values.ts';
import { firstSize, nextSize, type RowReader, type RowStore, type RowWriter } from './row-store.ts';
import type { CopyTable } from './tables.ts';

/** Returns the rows in a schema of a PostgreSQL database. */
export function postgresRows(database: PostgresDatabase): RowStore {
  return {
    read: (work) =>
      withClient(database, async (client) => {
        await told(database, client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${readSettings}`));
        return work(reader(client, database));
      }),
    write: (work) => withClient(database, (client) => work(writer(client, database))),
    checks: (table) =>
      withClient(database, async (client) => checksOf(table, await columnsOf(client, { database, table }))),
  };
}

/** The settings of the reading transaction: the form of the values, and no time limit. */
const readSettings = [
  ['datestyle', 'ISO'],
  ['timezone', 'UTC'],
  ['bytea_output', 'hex'],
  ['extra_float_digits', '1'],
  ['statement_timeout', '0'],
  ['idle_in_transaction_session_timeout', '0'],
]
  .map(([name, value]) => `SET LOCAL ${name} = '${value}'`)
  .join('; ');

function reader(client: Client, database: PostgresDatabase): RowReader {
  return {
    pages: (table, skip = 0) => pages(client, { database, table, skip }),
    // The server enforces its foreign keys.
    orphans: async () => [],
  };
}

interface Reading {
  readonly database: PostgresDatabase;
  readonly table: CopyTable;
  readonly skip: number;
}

/** Leaves all values in PostgreSQL's text form. */
const asText = { getTypeParser: () => (value: string | Buffer) => value };

async function* pages(client: Client, { database, table, skip }: Reading): AsyncGenerator<readonly Row[]> {
  const columns = table.columns.map(({ name }) => escapeIdentifier(name)).join(', ');
  const order = table.key.length === 0 ? '' : `ORDER BY ${table.key.map((name) => escapeIdentifier(name)).join(', ')}`;
  await told(
    database,
    client.query(
      `DECLARE genlock_rows NO SCROLL CURSOR FOR SELECT ${columns} FROM ${nameOf(database, table)} ${order}`,
    ),
  );
  try {
    if (skip > 0) await told(database, client.query(`MOVE FORWARD ${skip} FROM genlock_rows`));
    for (let size = firstSize; ;) {
      const text = `FETCH ${size} FROM genlock_rows`;
      const { rows } = await told(database, client.query<(string | null)[]>({ text, rowMode: 'array', types: asText }));
      if (rows.length === 0) return;
      const page = rows.map((values) => values.map((value, index) => cellOf(table, { value, index })));
      yield page;
      size = nextSize(page);
    }
  } finally {
    // A failed transaction closes the cursor itself.
    await client.query('CLOSE genlock_rows').catch(() => {});
  }
}

function cellOf({ columns }: CopyTable, { value, index }: { readonly value: string | null; readonly index: number }) {
  return fromPostgres(columns[index]?.type ?? 'String', value);
}

function writer(client: Client, database: PostgresDatabase): RowWriter {
  const known = new Map<CopyTable, string>();
  return {
    insert: async (table, rows) => {
      const text = known.get(table) ?? (await insertion(client, { database, table }));
      known.set(table, text);
      const values = table.columns.map((_, index) =>
        rows.map((row) => (row[index] instanceof Fault ? null : (row[index] ?? null))),
      );
      await told(database, client.query(text, values));
    },
    inCycle: (tables, work) => inCycle(client, { database, tables, work }),
    setCounters: (table) => setCounters(client, { database, table }),
  };
}

interface DatabaseTable {
  readonly database: PostgresDatabase;
  readonly table: CopyTable;
}

/**
 * Returns a statement with one list per column. The cast has no length or precision: the assignment to the column then
 * refuses a value that is too long, and a cast would cut it.
 */
async function insertion(client: Client, { database, table }: DatabaseTable): Promise<string> {
  const types = new Map((await columnsOf(client, { database, table })).map(({ name, cast }) => [name, cast]));
  const names = table.columns.map(({ name }) => escapeIdentifier(name)).join(', ');
  const casts = table.columns.map(({ name }, index) => `c${index}::${types.get(name) ?? 'text'}`).join(', ');
  const lists = table.columns.map((_, index) => `$${index + 1}::text[]`).join(', ');
  const aliases = table.columns.map((_, index) => `c${index}`).join(', ');
  return `INSERT INTO ${nameOf(database, table)} (${names})
    SELECT ${casts} FROM unnest(${lists}) AS given (${aliases})`;
}

interface Cycle {
  readonly database: PostgresDatabase;
  readonly tables: readonly CopyTable[];
  readonly work: () => Promise<void>;
}

/**
 * Defers the foreign keys in one transaction, and makes those of the tables deferrable for it. The owner of a table can
 * do this without superuser rights. A failure restores the keys and removes the rows.
 */
async function inCycle(client: Client, { database, tables, work }: Cycle): Promise<void> {
  const { rows } = await told(
    database,
    client.query<{ table: string; key: string }>(
      `SELECT c.conrelid::regclass::text AS table, quote_ident(c.conname) AS key
     FROM pg_constraint AS c JOIN pg_class AS t ON t.oid = c.conrelid JOIN pg_namespace AS n ON n.oid = t.relnamespace
     WHERE c.contype = 'f' AND NOT c.condeferrable AND n.nspname = $1 AND t.relname = ANY($2)`,
      [database.schema, tables.map(({ name }) => name)],
    ),
  );
  const alter = (mode: string) =>
    rows.map(({ table, key }) => `ALTER TABLE ${table} ALTER CONSTRAINT ${key} ${mode}`).join('; ');
  await told(database, client.query('BEGIN'));
  try {
    await told(database, client.query(`${alter('DEFERRABLE')}; SET CONSTRAINTS ALL DEFERRED`));
    await work();
    await told(database, client.query(`SET CONSTRAINTS ALL IMMEDIATE; ${alter('NOT DEFERRABLE')}; COMMIT`));
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

async function setCounters(client: Client, { database, table }: DatabaseTable): Promise<void> {
  const name = nameOf(database, table);
  for (const column of table.columns.filter(({ type }) => type === 'Int' || type === 'BigInt')) {
    await told(
      database,
      client.query(
        `SELECT setval(sequence, largest) FROM (SELECT pg_get_serial_sequence($1, $2) AS sequence) AS s,
         (SELECT max(${escapeIdentifier(column.name)}) AS largest FROM ${name}) AS m
       WHERE sequence IS NOT NULL AND largest > 0`,
        [name, column.name],
      ),
    );
  }
}

async function columnsOf(client: Client, { database, table }: DatabaseTable): Promise<readonly PostgresColumn[]> {
  const { rows } = await told(
    database,
    client.query<PostgresColumn>(
      `SELECT a.attname AS name, format_type(a.atttypid, NULL) AS cast, format_type(a.atttypid, a.atttypmod) AS type,
       (SELECT array_agg(e.enumlabel::text) FROM pg_enum AS e WHERE e.enumtypid = a.atttypid) AS labels
     FROM pg_attribute AS a
     WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped`,
      [nameOf(database, table)],
    ),
  );
  return rows;
}

function checksOf(table: CopyTable, columns: readonly PostgresColumn[]) {
  return table.columns.map(({ name }) => {
    const column = columns.find((one) => one.name === name);
    const check = column && postgresCheck(column);
    if (check !== undefined) return check;
    const message = `${table.name}.${name} has the type ${column?.type ?? 'unknown'}, which cannot be copied`;
    throw new GenlockError({ code: 'DATA_COPY_UNSUPPORTED', message });
  });
}

const nameOf = ({ schema }: PostgresDatabase, { name }: CopyTable): string =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;

/** Returns whether the server reported an error about a statement, and not about the connection. */
function isAboutStatement(cause: unknown): cause is DatabaseError {
  return cause instanceof DatabaseError && !/^(?:08|57P)/u.test(cause.code ?? '');
}

/** Converts errors of a query. The detail of the server's error is not shown, because it contains values. */
function told<T>(database: PostgresDatabase, query: Promise<T>): Promise<T> {
  return query.catch((cause: unknown) => {
    if (!isAboutStatement(cause)) throw connectionError(cause, database);
    const message = `${cause.table ?? database.label}: ${cause.message}`;
    throw new GenlockError({ code: 'DATA_COPY_FAILED', message }, { cause });
  });
}
