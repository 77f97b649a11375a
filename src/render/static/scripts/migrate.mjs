// Applies the pending migrations of prisma/migrations: npm run migrate
// Marks a failed migration: npm run migrate -- --rolled-back <name>, or --applied <name>
//
// Needs only the database driver. The history is Prisma's own table with its checksums, so that
// "prisma migrate deploy" and "genlock db migrate deploy" continue it.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parseArgs, parseEnv } from 'node:util';
import { provider, withDatabase } from './migration-database.mjs';

/** @typedef {{ name: string, script: string, checksum: string }} Migration */

/**
 * @typedef {object} HistoryRow
 * @property {string} name
 * @property {string} checksum
 * @property {string | null} logs
 * @property {unknown} finishedAt
 * @property {unknown} rolledBackAt
 */

/**
 * @typedef {object} Database
 * @property {() => Promise<HistoryRow[] | undefined>} history
 * @property {() => Promise<boolean>} isEmpty
 * @property {() => Promise<void>} createHistory
 * @property {(migration: Migration, migrations: Migration[]) => Promise<void>} apply
 * @property {(name: string) => Promise<void>} markRolledBack
 * @property {(migration: Migration) => Promise<void>} markApplied
 */

const folder = 'prisma/migrations';
const variables = ['DIRECT_DATABASE_URL', 'DATABASE_URL'];

try {
  const { applied: toApply, 'rolled-back': toRollBack } = readArguments();
  const migrations = readMigrations();
  await withDatabase(readUrl(), async (database) => {
    if (toApply !== undefined) return markApplied(database, toApply, migrations);
    if (toRollBack !== undefined) return markRolledBack(database, toRollBack);
    const applied = await migrate(database, migrations);
    console.log(applied.length === 0 ? 'No pending migrations.' : 'The database is up to date.');
  });
} catch (error) {
  console.error(error instanceof Error && error.message !== '' ? error.message : error);
  process.exitCode = 1;
}

/**
 * Returns the applied migrations.
 * @param {Database} database
 * @param {Migration[]} migrations
 */
async function migrate(database, migrations) {
  if (migrations.length === 0) return [];
  const history = (await database.history()) ?? (await createHistory(database));
  refuseFailed(history);
  refuseChanged(history, migrations);
  const done = new Set(history.filter(isFinished).map(({ name }) => name));
  const pending = migrations.filter(({ name }) => !done.has(name));
  for (const migration of pending) {
    await database.apply(migration, migrations).catch((error) => {
      throw new Error(`P3018: The migration ${migration.name} failed: ${error.message}`);
    });
    console.log(`Applied ${migration.name}`);
  }
  return pending;
}

/** Returns the migration to mark as applied or as rolled back, if any. */
function readArguments() {
  const options = /** @type {const} */ ({
    applied: { type: 'string' },
    'rolled-back': { type: 'string' },
  });
  try {
    const { values } = parseArgs({ options });
    if (Object.keys(values).length > 1) {
      throw new Error('Pass either --applied or --rolled-back, not both.');
    }
    return values;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const usage = `${markCommand('--rolled-back <name>')}, or ${markCommand('--applied <name>')}`;
    throw new Error(`${reason}\nRun npm run migrate without options, ${usage}`, { cause: error });
  }
}

/**
 * Records a migration as applied without running its script.
 * @param {Database} database
 * @param {string} name
 * @param {Migration[]} migrations
 */
async function markApplied(database, name, migrations) {
  const migration = migrations.find((one) => one.name === name);
  if (migration === undefined) throw new Error(`P3017: ${folder}/${name} does not exist.`);
  const history = await database.history();
  if (history === undefined) await database.createHistory();
  if (history?.some((row) => row.name === name && isFinished(row))) {
    throw new Error(`P3008: The migration ${name} is already applied.`);
  }
  await database.markApplied(migration);
  console.log(`Marked ${name} as applied.`);
}

/**
 * Records a failed migration as rolled back. The next run applies the migration again.
 * @param {Database} database
 * @param {string} name
 */
async function markRolledBack(database, name) {
  const rows = (await database.history())?.filter((row) => row.name === name) ?? [];
  if (rows.length === 0) throw new Error(`P3011: The migration ${name} was never applied.`);
  if (!rows.some(isFailed) && rows.some(isFinished)) {
    throw new Error(`P3012: The migration ${name} did not fail.`);
  }
  await database.markRolledBack(name);
  console.log(`Marked ${name} as rolled back.`);
}

/**
 * A database with tables and without a history was not created by the migrations.
 * @param {Database} database
 * @returns {Promise<HistoryRow[]>}
 */
async function createHistory(database) {
  if (!(await database.isEmpty())) {
    throw new Error(
      `P3005: The database has tables, but no migration history. If its tables match a migration, mark this migration and all earlier migrations as applied: ${markCommand('--applied <name>')}`,
    );
  }
  await database.createHistory();
  return [];
}

/** @param {HistoryRow} row */
function isFinished({ finishedAt, rolledBackAt }) {
  return finishedAt !== null && rolledBackAt === null;
}

/** @param {HistoryRow} row */
function isFailed({ finishedAt, rolledBackAt }) {
  return finishedAt === null && rolledBackAt === null;
}

/** @param {HistoryRow[]} history */
function refuseFailed(history) {
  const failed = history.find(isFailed);
  if (failed === undefined) return;
  const { name, logs } = failed;
  // The engine of Prisma adds a trace.
  const reason = logs ? `: ${logs.split('\n', 1)[0]}` : '. Its process was stopped.';
  throw new Error(
    `P3009: The migration ${name} failed${reason}\nIf the database has none of its changes, run: ${markCommand(`--rolled-back ${name}`)}\nIf the database has all of its changes, run: ${markCommand(`--applied ${name}`)}`,
  );
}

/**
 * @param {HistoryRow[]} history
 * @param {Migration[]} migrations
 */
function refuseChanged(history, migrations) {
  const scripts = new Map(migrations.map(({ name, script }) => [name, script]));
  const changed = history.filter(isFinished).find(({ name, checksum }) => {
    const script = scripts.get(name);
    return script !== undefined && !matches(script, checksum);
  });
  if (changed === undefined) return;
  throw new Error(
    `The migration ${changed.name} changed after it was applied. Restore ${folder}/${changed.name}/migration.sql and put the change into a new migration.`,
  );
}

/**
 * Git can change the line ends of a script.
 * @param {string} script
 * @param {string} checksum
 */
function matches(script, checksum) {
  const unix = script.replaceAll('\r\n', '\n');
  return [script, unix, unix.replaceAll('\n', '\r\n')].some(
    (text) => checksumOf(text) === checksum,
  );
}

/** @param {string} text */
function checksumOf(text) {
  return createHash('sha256').update(text).digest('hex');
}

/** Returns the migrations, oldest first. */
function readMigrations() {
  if (!existsSync(folder)) return [];
  refuseOtherProvider();
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const names = entries.map(({ name }) => name).toSorted();
  return names.map((name) => {
    const path = `${folder}/${name}/migration.sql`;
    if (!existsSync(path)) throw new Error(`P3015: ${path} is missing.`);
    const script = readFileSync(path, 'utf8');
    return { name, script, checksum: checksumOf(script) };
  });
}

function refuseOtherProvider() {
  const lock = `${folder}/migration_lock.toml`;
  const text = existsSync(lock) ? readFileSync(lock, 'utf8') : '';
  const given = /^\s*provider\s*=\s*"(\w+)"/m.exec(text)?.[1] ?? provider;
  if (given !== provider) {
    throw new Error(`P3019: The migrations are for ${given}. The project uses ${provider}.`);
  }
}

/** Returns the database URL. Both variables of the environment precede those of .env. */
function readUrl() {
  const file = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
  for (const values of [process.env, file]) {
    const url = variables.map((variable) => values[variable]).find(Boolean);
    if (url !== undefined) return url;
  }
  throw new Error('DATABASE_URL is missing. Set the variable in the environment or in .env.');
}

/** @param {string} flags */
function markCommand(flags) {
  return `npm run migrate -- ${flags}`;
}
