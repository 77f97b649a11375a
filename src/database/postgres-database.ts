import { escapeIdentifier } from 'pg';
import { GenlockError } from '../errors/error.ts';
import type { Column, DatabaseState } from './driver.ts';
import { codeOf, sqlState, withClient } from './postgres-connection.ts';
import type { PostgresDatabase } from './postgres-url.ts';
import { waitForLock } from './wait-for-lock.ts';

/** A lock key of two numbers, which never conflicts with the engine's lock (one number). */
const lockKey = "1735288171, hashtext(current_database() || '.' || $1)";

/**
 * The schema engine's lock key. A session that waits for this lock delays `CREATE INDEX CONCURRENTLY` of other sessions,
 * so a command begins when the lock is free. A statement of a killed command, or Prisma's command line, can hold it.
 */
const engineKey = 72_707_369;

/** @throws GenlockError as `withClient` does */
export async function postgresState(database: PostgresDatabase): Promise<DatabaseState> {
  try {
    return (await postgresTables(database)).size === 0 ? 'empty' : 'in use';
  } catch (error) {
    if (error instanceof GenlockError && error.code === 'DATA_ABSENT') return 'absent';
    throw error;
  }
}

interface TableRow {
  readonly table: string;
  readonly column: string | null;
  readonly type: string | null;
  readonly computed: boolean | null;
  readonly needed: boolean | null;
}

/** Returns the tables with their columns, without views and partitions. */
export function postgresTables(database: PostgresDatabase): Promise<ReadonlyMap<string, readonly Column[]>> {
  return withClient(database, async (client) => {
    const { rows } = await client.query<TableRow>(
      `SELECT c.relname AS table, a.attname AS column, t.typname AS type,
         a.attgenerated <> '' OR a.attidentity <> '' AS computed, a.attnotnull AND NOT a.atthasdef AS needed
       FROM pg_class AS c
       JOIN pg_namespace AS n ON n.oid = c.relnamespace
       LEFT JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       LEFT JOIN pg_type AS t ON t.oid = a.atttypid
       WHERE n.nspname = $1 AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> '_prisma_migrations'
       ORDER BY c.relname, a.attnum`,
      [database.schema],
    );
    const tables = Map.groupBy(rows, ({ table }) => table);
    return new Map(
      [...tables].map(([table, columns]) => [
        table,
        columns.flatMap(({ column, type, computed, needed }) =>
          column === null
            ? []
            : [{ name: column, type: type ?? '', isComputed: computed === true, isNeeded: needed === true }],
        ),
      ]),
    );
  });
}

/**
 * Creates the database and the schema if they do not exist.
 *
 * @throws GenlockError `DATA_CREATE_DENIED`, and as `withClient` does
 */
export async function makePostgres(database: PostgresDatabase): Promise<void> {
  const schema = () =>
    withClient(database, async (client) => {
      const found = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [database.schema]);
      if (found.rowCount !== 0) return;
      await client.query(`CREATE SCHEMA IF NOT EXISTS ${escapeIdentifier(database.schema)}`).catch((error: unknown) => {
        // Two processes that create the same schema can both pass the check of IF NOT EXISTS.
        if (codeOf(error) !== sqlState.duplicateKey) throw error;
      });
    });
  try {
    await schema();
  } catch (error) {
    if (!(error instanceof GenlockError) || error.code !== 'DATA_ABSENT') throw createError(error, database);
    await createDatabase(database);
    await schema();
  }
}

/**
 * Creates a database. PostgreSQL creates databases through a connection to another database, and servers differ in
 * which databases a user can access.
 */
async function createDatabase(database: PostgresDatabase): Promise<void> {
  const create = (from: string) =>
    withClient({ ...database, name: from }, (client) =>
      client.query(`CREATE DATABASE ${escapeIdentifier(database.name)}`),
    );
  try {
    await create('postgres').catch(async (error: unknown) => {
      if (!(error instanceof GenlockError)) throw error;
      await create('template1');
    });
  } catch (error) {
    // Another process created the database first.
    if (codeOf(error) === sqlState.databaseExists || codeOf(error) === sqlState.duplicateKey) return;
    throw createError(error, database);
  }
}

function createError(cause: unknown, { label, user }: PostgresDatabase): unknown {
  if (cause instanceof GenlockError || codeOf(cause) !== sqlState.denied) return cause;
  return new GenlockError(
    { code: 'DATA_CREATE_DENIED', message: `P1010: the user ${user} may not make ${label}` },
    { cause },
  );
}

/**
 * Runs `work` while no other migration of this schema runs on any machine. The lock lasts as long as the connection.
 *
 * @throws GenlockError `DATA_BUSY` if the other migration doesn't end
 */
export function withPostgresLock<T>(database: PostgresDatabase, work: () => Promise<T>): Promise<T> {
  return withClient(database, async (client) => {
    await waitForLock(async () => {
      const { rows } = await client.query<{ held: boolean }>(`SELECT pg_try_advisory_lock(${lockKey}) AS held`, [
        database.schema,
      ]);
      return rows[0]?.held === true ? true : undefined;
    });
    await waitForLock(async () => {
      const { rows } = await client.query<{ free: boolean }>(
        `SELECT CASE WHEN pg_try_advisory_lock(${engineKey}) THEN pg_advisory_unlock(${engineKey}) ELSE false END AS free`,
      );
      return rows[0]?.free === true ? true : undefined;
    });
    return work();
  });
}

/**
 * Leaves an empty schema.
 *
 * @throws GenlockError `DATA_ACCESS_DENIED` if another user owns the schema
 */
export function clearPostgres(database: PostgresDatabase): Promise<void> {
  const schema = escapeIdentifier(database.schema);
  return withClient(database, async (client) => {
    await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE; CREATE SCHEMA ${schema}`).catch((cause: unknown) => {
      if (codeOf(cause) !== sqlState.denied) throw cause;
      throw new GenlockError(
        {
          code: 'DATA_ACCESS_DENIED',
          message: `P1010: the schema ${database.schema} does not belong to the user ${database.user}`,
          hint: `Make the user its owner: ALTER SCHEMA ${schema} OWNER TO ${escapeIdentifier(database.user)}.`,
        },
        { cause },
      );
    });
  });
}
