import type { SqlQuery } from '@prisma/driver-adapter-utils';
import type { Pool, PoolClient } from 'pg';
import { codeOf, sqlState } from './postgres-connection.ts';

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

/** Statements that end a transaction. In functions, `BEGIN` has no semicolon. */
const transactionControl =
  /\b(?:begin|commit|rollback|start\s+transaction)(?:\s+(?:work|transaction|isolation|read)\b[^;]*)?\s*;/i;

/** The block in which the schema engine replaces an enum. It is part of the migration's transaction. */
const enumBlock = /^-- AlterEnum\nBEGIN;\n([^]*?)^COMMIT;$/gm;

/**
 * Runs the script of a migration and records the migration as finished, in one transaction. If the process ends, the
 * server reverts both. A script with statements that PostgreSQL refuses in a transaction runs without one.
 *
 * @throws the error of the driver; the history then contains the migration as started
 */
export async function runMigration(pool: Pool, { script, record }: RecordedMigration): Promise<void> {
  const client = await pool.connect();
  try {
    const inner = script.replaceAll(enumBlock, '$1');
    if (!transactionControl.test(inner) && (await inTransaction(client, { script: inner, record }))) return;
    await client.query(record.sql, [...record.args]);
    await client.query(script);
  } finally {
    client.release();
  }
}

/** Returns false if PostgreSQL refuses the script because of the transaction, e.g. for `CREATE INDEX CONCURRENTLY`. */
async function inTransaction(client: PoolClient, { script, record }: RecordedMigration): Promise<boolean> {
  const [id, , startedAt] = record.args;
  try {
    await client.query('BEGIN');
    await client.query(record.sql, [...record.args]);
    // The schema engine repeats this statement after the script.
    await client.query('UPDATE "_prisma_migrations" SET "finished_at" = $1 WHERE "id" = $2', [startedAt, id]);
    await client.query(script);
    await client.query('COMMIT');
    return true;
  } catch (error) {
    const isRefused = codeOf(error) === sqlState.insideTransaction;
    try {
      await client.query('ROLLBACK');
      if (!isRefused) await client.query(record.sql, [...record.args]);
    } catch {
      // The connection has ended. The first error gives the reason.
      throw error;
    }
    if (isRefused) return false;
    throw error;
  }
}
