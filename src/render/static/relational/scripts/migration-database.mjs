// The PostgreSQL part of scripts/migrate.mjs.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, DatabaseError, escapeIdentifier } from 'pg';
import { concurrentStatements, isRepeatable } from './migration-script.mjs';

/**
 * @import { ClientConfig } from 'pg'
 * @import { Database, Migration } from './migrate.mjs'
 */

export const provider = 'postgresql';

/**
 * The lock of Prisma's engine, which "prisma migrate deploy" and "genlock db migrate deploy" hold.
 */
const lock = 72_707_369;
/** The longest wait for another migration, in milliseconds. */
const patience = 300_000;

/** Errors because of other sessions: a lock, a time limit, a deadlock or a conflict. */
const transient = ['55P03', '57014', '40P01', '40001'];
const insideTransaction = '25001';

const isStarted = 'migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL';

const rollBack = `UPDATE _prisma_migrations SET rolled_back_at = clock_timestamp() WHERE ${isStarted}`;

/** Parameters of Prisma that the driver does not support. */
const parameters =
  'schema connection_limit pool_timeout connect_timeout pgbouncer statement_cache_size socket_timeout'.split(
    ' ',
  );

/**
 * Connects, and runs `work` while no other migration of the database runs.
 * @template Result
 * @param {string} text
 * @param {(database: Database) => Promise<Result>} work
 */
export async function withDatabase(text, work) {
  const { config, schema } = parse(text);
  const client = new Client(config);
  // Ignores errors of an idle connection, which would end the process.
  client.on('error', () => {});
  await client.connect().catch((error) => {
    throw new Error(`P1001: The database is unreachable: ${error.message || error.code}`);
  });
  try {
    await refusePool(client, config);
    // Ends a statement if this process was killed. PostgreSQL 13 does not have this setting.
    await client.query('SET client_connection_check_interval TO 1000').catch(() => {});
    await takeLock(client);
    await useSchema(client, schema);
    return await work(databaseOf(client, schema));
  } finally {
    await client.end();
  }
}

/** @param {string} text */
function parse(text) {
  if (!/^postgres(ql)?:/.test(text) || !URL.canParse(text)) {
    throw new Error(
      'DATABASE_URL is not a URL such as postgresql://user:password@localhost:5432/app',
    );
  }
  const url = new URL(text);
  const schema = url.searchParams.get('schema') || 'public';
  for (const name of parameters) url.searchParams.delete(name);
  if (url.searchParams.get('sslmode') === 'prefer') url.searchParams.delete('sslmode');
  const config = { connectionString: url.href, connectionTimeoutMillis: 10_000 };
  return { config, schema };
}

/**
 * Refuses a pool in transaction mode, such as PgBouncer: the lock and the search path would stay on
 * connections that other clients get. A pool gives its clients process ids of its own.
 * @param {Client & { processID?: number }} client
 * @param {ClientConfig} config
 */
async function refusePool(client, config) {
  /** @param {Client} connection */
  const serverProcess = async (connection) =>
    (await connection.query('SELECT pg_backend_pid() AS pid')).rows[0].pid;
  const own = await serverProcess(client);
  if (client.processID === own) return;
  const second = new Client(config);
  second.on('error', () => {});
  let isShared = false;
  try {
    await second.connect();
    for (let round = 0; round < 8 && !isShared; round += 1) {
      await second.query('BEGIN');
      isShared = (await serverProcess(second)) === own || (await serverProcess(client)) !== own;
      await second.query('COMMIT');
    }
  } catch {
    // For example, a pool in statement mode refuses transactions.
    isShared = true;
  } finally {
    await second.end();
  }
  if (isShared) {
    throw new Error(
      'The database URL is a connection pool in transaction mode. Set DIRECT_DATABASE_URL to the URL of the server.',
    );
  }
}

/**
 * Tries repeatedly: a session that waits for a lock delays CREATE INDEX CONCURRENTLY of other
 * sessions.
 * @param {Client} client
 */
async function takeLock(client) {
  for (let waited = 0; waited < patience; waited += 100) {
    const { rows } = await client.query(`SELECT pg_try_advisory_lock(${lock}) AS held`);
    if (rows[0].held) return;
    if (waited === 0) console.log('Waiting for another migration of this database.');
    await wait(100);
  }
  throw new Error(
    'P1002: Another migration of this database is running. Run the command again later.',
  );
}

/**
 * CREATE SCHEMA IF NOT EXISTS needs a permission even if the schema exists.
 * @param {Client} client
 * @param {string} schema
 */
async function useSchema(client, schema) {
  const { rows } = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema]);
  if (rows.length === 0) await client.query(`CREATE SCHEMA ${escapeIdentifier(schema)}`);
  await client.query(`SET search_path TO ${escapeIdentifier(schema)}`);
}

/**
 * @param {Client} client
 * @param {string} schema
 * @returns {Database}
 */
function databaseOf(client, schema) {
  return {
    async history() {
      const table = `${escapeIdentifier(schema)}._prisma_migrations`;
      const { rows } = await client.query('SELECT to_regclass($1) AS found', [table]);
      if (rows[0].found === null) return undefined;
      const history = await client.query(
        `SELECT migration_name AS name, checksum, logs, finished_at AS "finishedAt", rolled_back_at AS "rolledBackAt"
         FROM _prisma_migrations ORDER BY started_at`,
      );
      return history.rows;
    },

    /** Tables of extensions do not count. */
    async isEmpty() {
      const { rows } = await client.query(
        `SELECT FROM pg_class AS c WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p')
           AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.objid = c.oid AND d.deptype = 'e')
         LIMIT 1`,
        [escapeIdentifier(schema)],
      );
      return rows.length === 0;
    },

    async createHistory() {
      await client.query(`CREATE TABLE _prisma_migrations (
        id VARCHAR(36) PRIMARY KEY NOT NULL,
        checksum VARCHAR(64) NOT NULL,
        finished_at TIMESTAMPTZ,
        migration_name VARCHAR(255) NOT NULL,
        logs TEXT,
        rolled_back_at TIMESTAMPTZ,
        started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
        applied_steps_count INTEGER NOT NULL DEFAULT 0
      )`);
    },

    apply: (migration) => apply(client, migration),

    async markRolledBack(name) {
      await client.query(rollBack, [name]);
    },

    /** In one statement: the next run would apply a migration that is only rolled back. */
    async markApplied({ name, checksum }) {
      await client.query(
        `WITH failed AS (${rollBack})
         INSERT INTO _prisma_migrations (id, checksum, started_at, finished_at, migration_name, logs)
         VALUES ($2, $3, now(), now(), $1, '')`,
        [name, randomUUID(), checksum],
      );
    },
  };
}

/**
 * Runs a script and records it in one transaction: the server reverts both if the process ends. A
 * script that only creates or drops indexes with CONCURRENTLY runs statement by statement. Another
 * script that PostgreSQL refuses in a transaction runs without one.
 * @param {Client} client
 * @param {Migration} migration
 */
async function apply(client, migration) {
  const { script } = migration;
  const concurrent = concurrentStatements(script);
  if (concurrent !== undefined) {
    for (const { sql, index } of concurrent) {
      if (index !== undefined) await dropInvalid(client, index);
      await client.query(sql);
    }
    await start(client, migration);
    await finish(client, migration);
    return;
  }
  // The engine writes a block for the change of an enum. The block is part of the transaction.
  const inner = script.replaceAll(/^-- AlterEnum\nBEGIN;\n([^]*?)^COMMIT;$/gm, '$1');
  const hasOwnTransaction =
    /\b(?:begin|commit|rollback|start\s+transaction)(?:\s+(?:work|transaction|isolation|read)\b[^;]*)?\s*;/i;
  if (
    hasOwnTransaction.test(inner) ||
    !(await isApplied(client, { ...migration, script: inner }))
  ) {
    await applyWithoutTransaction(client, migration);
  }
}

/**
 * Returns false if PostgreSQL refuses the script because of the transaction, for example VACUUM.
 * @param {Client} client
 * @param {Migration} migration
 */
async function isApplied(client, migration) {
  try {
    await client.query('BEGIN');
    await start(client, migration);
    await client.query(migration.script);
    await finish(client, migration);
    await client.query('COMMIT');
    return true;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    const code = error instanceof DatabaseError ? error.code : undefined;
    if (code === insideTransaction) return false;
    // The next run repeats the script: nothing is recorded.
    if (!isRepeatable(migration.script) && !transient.includes(code ?? '')) {
      await start(client, migration, messageOf(error)).catch(() => {});
    }
    throw error;
  }
}

/**
 * @param {Client} client
 * @param {Migration} migration
 */
async function applyWithoutTransaction(client, migration) {
  await start(client, migration);
  try {
    await client.query(migration.script);
  } catch (error) {
    const sql = `UPDATE _prisma_migrations SET logs = $2 WHERE ${isStarted}`;
    await client.query(sql, [migration.name, messageOf(error)]).catch(() => {});
    throw error;
  }
  await finish(client, migration);
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * @param {Client} client
 * @param {Migration} migration
 * @param {string | null} logs
 */
async function start(client, { name, checksum }, logs = null) {
  await client.query(
    'INSERT INTO _prisma_migrations (id, checksum, started_at, migration_name, logs) VALUES ($1, $2, clock_timestamp(), $3, $4)',
    [randomUUID(), checksum, name, logs],
  );
}

/**
 * @param {Client} client
 * @param {Migration} migration
 */
async function finish(client, { name }) {
  await client.query(
    `UPDATE _prisma_migrations SET finished_at = clock_timestamp(), applied_steps_count = 1 WHERE ${isStarted}`,
    [name],
  );
}

/**
 * Drops an index that an interrupted CREATE INDEX CONCURRENTLY left.
 * @param {Client} client
 * @param {string} index
 */
async function dropInvalid(client, index) {
  const { rows } = await client.query(
    'SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
    [index],
  );
  if (rows.length > 0) await client.query(`DROP INDEX CONCURRENTLY ${index}`);
}
