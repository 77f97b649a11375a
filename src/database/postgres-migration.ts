import type { SqlQuery } from '@prisma/driver-adapter-utils';
import { escapeIdentifier, type Pool, type PoolClient } from 'pg';
import { GenlockError } from '../errors/error.ts';
import { codeOf, sqlState } from './postgres-connection.ts';
import { type ConcurrentStatement, concurrentStatements, isRepeatable } from './repeatable-script.ts';

/** The query that adds a started migration to the history. The script is the next statement. */
const recordStart =
  'INSERT INTO "_prisma_migrations" ("id","checksum","started_at","migration_name") VALUES ($1,$2,$3,$4)';

/** Returns whether a query of the schema engine adds a started migration to the history. */
export function isRecord({ sql }: Pick<SqlQuery, 'sql'>): boolean {
  return sql === recordStart;
}

/** A migration, and the query that adds it to the history. */
export interface RecordedMigration {
  readonly script: string;
  readonly record: SqlQuery;
}

/** The failure of a migration that the history does not contain, so that the next command repeats the migration. */
export class RepeatableFailure extends Error {
  override readonly name = 'RepeatableFailure';
}

/** Errors because of other sessions: a lock, a time limit, a deadlock or a conflict. */
const transient: ReadonlySet<string | undefined> = new Set(['55P03', '57014', '40P01', '40001']);

/** Statements that end a transaction. In functions, `BEGIN` has no semicolon. */
const transactionControl =
  /\b(?:begin|commit|rollback|start\s+transaction)(?:\s+(?:work|transaction|isolation|read)\b[^;]*)?\s*;/i;

/** The block in which the schema engine replaces an enum. It is part of the migration's transaction. */
const enumBlock = /^-- AlterEnum\nBEGIN;\n([^]*?)^COMMIT;$/gm;

/**
 * Runs the script of a migration and records the migration as finished, in one transaction. If the process ends, the
 * server reverts both. A script that only creates or drops indexes with `CONCURRENTLY` runs statement by statement, and
 * is recorded afterwards. Another script with statements that PostgreSQL refuses in a transaction runs without one.
 *
 * @throws the error of the driver; the history then contains the migration as started
 * @throws RepeatableFailure with the error of the driver as its cause: the server reverted a repeatable script, or a
 * script that failed because of other sessions
 */
export async function runMigration(pool: Pool, migration: RecordedMigration): Promise<void> {
  const client = await pool.connect();
  try {
    const { script, record } = migration;
    const concurrent = concurrentStatements(script);
    if (concurrent !== undefined) {
      await runConcurrently(client, concurrent).catch(repeatable);
      await inTransaction(client, record);
      return;
    }
    const inner = script.replaceAll(enumBlock, '$1');
    if (!transactionControl.test(inner) && (await isRun(client, { script: inner, record }))) return;
    await client.query(record.sql, [...record.args]);
    await client.query(script);
  } finally {
    client.release();
  }
}

/** Runs a script that belongs to no migration of the history, as on the shadow database. */
export async function runScript(pool: Pool, script: string): Promise<void> {
  const concurrent = concurrentStatements(script);
  if (concurrent === undefined) {
    await pool.query(script);
    return;
  }
  const client = await pool.connect();
  try {
    await runConcurrently(client, concurrent);
  } finally {
    client.release();
  }
}

/** Returns false if PostgreSQL refuses the script because of the transaction, e.g. for `VACUUM`. */
async function isRun(client: PoolClient, { script, record }: RecordedMigration): Promise<boolean> {
  try {
    await inTransaction(client, record, script);
    return true;
  } catch (error) {
    if (codeOf(error) === sqlState.insideTransaction) return false;
    if (isRepeatable(script) || transient.has(codeOf(error))) repeatable(error);
    await client.query(record.sql, [...record.args]).catch(() => {
      // The connection has ended. The first error gives the reason.
    });
    throw error;
  }
}

function repeatable(cause: unknown): never {
  throw new RepeatableFailure('the migration can be repeated', { cause });
}

/** Records a migration as finished, after its script if given. */
async function inTransaction(client: PoolClient, { sql, args }: SqlQuery, script?: string): Promise<void> {
  const [id, , startedAt] = args;
  try {
    await client.query('BEGIN');
    await client.query(sql, [...args]);
    // The schema engine repeats this statement after the script.
    await client.query('UPDATE "_prisma_migrations" SET "finished_at" = $1 WHERE "id" = $2', [startedAt, id]);
    if (script !== undefined) await client.query(script);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

async function runConcurrently(client: PoolClient, statements: readonly ConcurrentStatement[]): Promise<void> {
  for (const { sql, index } of statements) {
    if (index !== undefined) await dropInvalid(client, index);
    await client.query(sql);
  }
}

/**
 * Drops an index that an interrupted `CREATE INDEX CONCURRENTLY` left. Does not wait for another session that builds the
 * index, because that session would wait for this session too.
 *
 * @throws GenlockError `DATA_BUSY`
 */
async function dropInvalid(
  client: PoolClient,
  { name, table }: NonNullable<ConcurrentStatement['index']>,
): Promise<void> {
  const { rows } = await client.query<{ schema: string; busy: boolean }>(invalidIndex, [name, table]);
  for (const { schema, busy } of rows) {
    if (busy) {
      throw new GenlockError({
        code: 'DATA_BUSY',
        message: `another session builds the index ${name}, or vacuums its table ${table}`,
      });
    }
    await client.query(`DROP INDEX CONCURRENTLY ${escapeIdentifier(schema)}.${escapeIdentifier(name)}`);
  }
}

/** Autovacuum, which ends for other sessions, has no user. */
const invalidIndex = `SELECT n.nspname AS schema, EXISTS (
    SELECT FROM pg_locks AS l
    JOIN pg_stat_activity AS a ON a.pid = l.pid
    WHERE l.relation = i.indrelid AND a.datname = current_database() AND a.usesysid IS NOT NULL
      AND l.mode = 'ShareUpdateExclusiveLock' AND l.granted AND l.pid <> pg_backend_pid()
  ) AS busy
  FROM pg_index AS i
  JOIN pg_class AS c ON c.oid = i.indexrelid
  JOIN pg_namespace AS n ON n.oid = c.relnamespace
  WHERE NOT i.indisvalid AND c.relname = $1 AND i.indrelid = to_regclass($2)`;
