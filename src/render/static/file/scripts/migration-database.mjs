// The SQLite part of scripts/migrate.mjs.
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient, LibsqlError } from '@libsql/client';

/**
 * @import { Client, Row, Transaction } from '@libsql/client'
 * @import { Database, HistoryRow, Migration } from './migrate.mjs'
 */

/** @typedef {{ type: string, name: string }} SchemaObject */

export const provider = 'sqlite';

/** The longest wait for another migration, in milliseconds. */
const patience = 300_000;

const isStarted = 'migration_name = ? AND finished_at IS NULL AND rolled_back_at IS NULL';

/**
 * Opens the database, and runs `work` while no other migration of the database runs.
 * @template Result
 * @param {string} text
 * @param {(database: Database) => Promise<Result>} work
 */
export async function withDatabase(text, work) {
  const target = /^file:(?:\/\/(?:localhost)?(?=\/))?([^?#]+)/i.exec(text)?.[1];
  if (target === undefined) {
    throw new Error('DATABASE_URL is not a URL such as file:./data/app.db');
  }
  const client = open(target);
  try {
    return await exclusively(target, () => work(databaseOf(client)));
  } finally {
    client.close();
  }
}

/** @param {string} target */
function open(target) {
  try {
    mkdirSync(dirname(decodeURIComponent(target)), { recursive: true });
    return createClient({ url: `file:${target}`, timeout: 5000 });
  } catch (error) {
    throw new Error(
      `P1003: The database file ${target} cannot be opened: ${messageOf(error)}. Make the file and its folder writable, or correct DATABASE_URL.`,
      { cause: error },
    );
  }
}

/**
 * Holds an exclusive transaction on an empty second database, as "genlock db migrate deploy" does.
 * The system releases the lock if the process ends.
 * @template Result
 * @param {string} target
 * @param {() => Promise<Result>} work
 */
async function exclusively(target, work) {
  const holder = await takeLock(`file:${target}-migrate`);
  try {
    return await work();
  } finally {
    await unlink(decodeURIComponent(`${target}-migrate`)).catch(() => {});
    holder.close();
  }
}

/** @param {string} url */
async function takeLock(url) {
  for (let waited = 0; waited < patience; waited += 100) {
    const holder = await begin(url, 'BEGIN EXCLUSIVE');
    // Another holder may have removed the file: then a new file with a free lock exists.
    const probe = holder && (await begin(url, 'BEGIN IMMEDIATE'));
    probe?.close();
    if (holder !== undefined && probe === undefined) return holder;
    holder?.close();
    if (waited === 0) console.log('Waiting for another migration of this database.');
    await wait(100);
  }
  throw new Error(
    'P1008: Another migration of this database is running. Run the command again later.',
  );
}

/**
 * Returns a connection in a transaction; `undefined` if another transaction holds the lock.
 * @param {string} url
 * @param {string} statement
 */
async function begin(url, statement) {
  const client = createClient({ url });
  try {
    // Otherwise the transaction would create a journal file.
    await client.execute('PRAGMA journal_mode = MEMORY');
    await client.execute(statement);
    return client;
  } catch (error) {
    client.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

/** @param {unknown} error */
function isBusy(error) {
  return error instanceof LibsqlError && error.code === 'SQLITE_BUSY';
}

/**
 * @param {Client} client
 * @returns {Database}
 */
function databaseOf(client) {
  return {
    async history() {
      const { rows } = await client.execute(
        "SELECT name FROM sqlite_master WHERE name = '_prisma_migrations'",
      );
      if (rows.length === 0) return undefined;
      const history = await client.execute(
        `SELECT migration_name AS name, checksum, logs, finished_at AS finishedAt, rolled_back_at AS rolledBackAt
         FROM _prisma_migrations ORDER BY started_at`,
      );
      return /** @type {(Row & HistoryRow)[]} */ (history.rows);
    },

    async isEmpty() {
      const { rows } = await client.execute(
        "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT GLOB 'sqlite_*' LIMIT 1",
      );
      return rows.length === 0;
    },

    async createHistory() {
      await client.execute(`CREATE TABLE "_prisma_migrations" (
    "id"                    TEXT PRIMARY KEY NOT NULL,
    "checksum"              TEXT NOT NULL,
    "finished_at"           DATETIME,
    "migration_name"        TEXT NOT NULL,
    "logs"                  TEXT,
    "rolled_back_at"        DATETIME,
    "started_at"            DATETIME NOT NULL DEFAULT current_timestamp,
    "applied_steps_count"   INTEGER UNSIGNED NOT NULL DEFAULT 0
)`);
    },

    apply: (migration, migrations) => apply(client, migration, migrations),

    async markRolledBack(name) {
      await client.execute(rollBack(name));
    },

    /** Both changes, or none: the next run would apply a migration that is only rolled back. */
    async markApplied({ name, checksum }) {
      const at = now();
      const insert = {
        sql: `INSERT INTO _prisma_migrations (id, checksum, started_at, finished_at, migration_name, logs)
              VALUES (?, ?, ?, ?, ?, '')`,
        args: [randomUUID(), checksum, at, at, name],
      };
      await client.batch([rollBack(name), insert], 'write');
    },
  };
}

/**
 * Runs a script and records it in one transaction: SQLite reverts both if the process ends. A
 * script that SQLite refuses in a transaction, for example VACUUM, runs without one.
 * @param {Client} client
 * @param {Migration} migration
 * @param {Migration[]} migrations
 */
async function apply(client, migration, migrations) {
  try {
    await applyInTransaction(client, migration, migrations);
  } catch (error) {
    if (isBusy(error)) throw error;
    const message = messageOf(error);
    const isRefused = /\b(?:within|inside) a transaction\b/.test(message);
    await start(client, migration, isRefused ? null : message);
    if (!isRefused) throw error;
    await applyWithoutTransaction(client, migration);
  }
}

/**
 * @param {Client} client
 * @param {Migration} migration
 * @param {Migration[]} migrations
 */
async function applyInTransaction(client, migration, migrations) {
  // SQLite ignores this statement in a transaction.
  const isUnchecked = /\bpragma\s+foreign_keys\s*=\s*(?:off|0|false|no)\b/i.test(migration.script);
  if (isUnchecked) await client.execute('PRAGMA foreign_keys=OFF');
  const transaction = await client.transaction('write');
  try {
    const missing = isUnchecked ? await countMissing(transaction) : 0;
    const before = await objectsOf(transaction);
    await start(transaction, migration);
    await transaction.executeMultiple(withViews(migration.script));
    await refuseLost(transaction, before, migrations);
    if (isUnchecked && (await countMissing(transaction)) > missing) {
      throw new Error('FOREIGN KEY constraint failed: records refer to missing records');
    }
    await finish(transaction, migration);
    await transaction.commit();
  } finally {
    transaction.close();
  }
}

/**
 * @param {Client} client
 * @param {Migration} migration
 */
async function applyWithoutTransaction(client, migration) {
  try {
    await client.executeMultiple(migration.script);
  } catch (error) {
    const sql = `UPDATE _prisma_migrations SET logs = ? WHERE ${isStarted}`;
    await client.execute({ sql, args: [messageOf(error), migration.name] });
    throw error;
  }
  await finish(client, migration);
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * @param {Client | Transaction} client
 * @param {Migration} migration
 * @param {string | null} logs
 */
async function start(client, { name, checksum }, logs = null) {
  await client.execute({
    sql: 'INSERT INTO _prisma_migrations (id, checksum, started_at, migration_name, logs) VALUES (?, ?, ?, ?, ?)',
    args: [randomUUID(), checksum, now(), name, logs],
  });
}

/**
 * @param {Client | Transaction} client
 * @param {Migration} migration
 */
async function finish(client, { name }) {
  await client.execute({
    sql: `UPDATE _prisma_migrations SET finished_at = ?, applied_steps_count = 1 WHERE ${isStarted}`,
    args: [now(), name],
  });
}

/** @param {string} name */
function rollBack(name) {
  const sql = `UPDATE _prisma_migrations SET rolled_back_at = ? WHERE ${isStarted}`;
  return { sql, args: [now(), name] };
}

/** The time as the libSQL adapter of Prisma writes it. */
function now() {
  return new Date().toISOString().replace('Z', '+00:00');
}

/** The rename that ends the rebuild of a table. */
const rename = /^ALTER TABLE "new_((?:[^"]|"")+)" RENAME TO "\1";$/gm;

/**
 * Lets a rebuilt table take its name while views and triggers refer to this name.
 * @param {string} script
 */
function withViews(script) {
  return script.replaceAll(
    rename,
    (text) => `PRAGMA legacy_alter_table=ON;\n${text}\nPRAGMA legacy_alter_table=OFF;`,
  );
}

/**
 * Returns the number of rows without their parent row.
 * @param {Transaction} transaction
 */
async function countMissing(transaction) {
  const { rows } = await transaction.execute(
    'SELECT count(*) AS count FROM pragma_foreign_key_check',
  );
  return Number(rows[0]?.count);
}

/** @param {Transaction} transaction */
async function objectsOf(transaction) {
  const { rows } = await transaction.execute(
    "SELECT type, name FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL",
  );
  return /** @type {(Row & SchemaObject)[]} */ (rows);
}

/**
 * The rebuild of a table also drops the indexes and triggers that no migration created.
 * @param {Transaction} transaction
 * @param {SchemaObject[]} before
 * @param {Migration[]} migrations
 */
async function refuseLost(transaction, before, migrations) {
  const kept = new Set((await objectsOf(transaction)).map(({ name }) => name));
  const lost = before.find(
    ({ name }) => !kept.has(name) && !migrations.some(({ script }) => script.includes(name)),
  );
  if (lost === undefined) return;
  throw new Error(
    `the rebuild of a table would drop the ${lost.type} ${lost.name}, which no migration creates. Apply the migration with genlock db migrate deploy, which keeps the ${lost.type}.`,
  );
}
