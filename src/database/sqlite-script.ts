import type { Transaction } from '@libsql/client';
import type { SqlQuery } from '@prisma/driver-adapter-utils';
import { GenlockError } from '../errors/error.ts';
import type { MigrationDraft } from './driver.ts';
import {
  type CatalogueEntry,
  keepingClauses,
  lostObjects,
  mentions,
  type Ownership,
  quoted,
  rebuiltTables,
  restoring,
  tableSql,
  unwrittenColumn,
  withViews,
} from './kept-objects.ts';
import {
  brokenObject,
  catalogueOf,
  inTransaction,
  isBusy,
  isRefusedInTransaction,
  reasonOf,
  withClient,
} from './sqlite-transaction.ts';
import { ownClauses } from './table-definition.ts';

/** A script for a database. */
export interface ScriptRun {
  /** The URL for the driver. */
  readonly url: string;
  readonly script: string;
}

/** A script of the schema engine that changes the database to the schema. */
export interface StepsRun extends ScriptRun {
  readonly own: Ownership;
}

/** The script of a migration. */
export interface MigrationRun extends ScriptRun {
  /** The query that adds the migration to the history. */
  readonly record: SqlQuery | undefined;
  /** The scripts of all migrations. Objects in these scripts are kept and dropped by the scripts. */
  readonly scripts: readonly string[];
}

/**
 * Runs the script of a migration and records the migration, in one transaction. Objects that no migration created are
 * restored after a rebuild. A script with statements that SQLite refuses in a transaction runs without a transaction.
 *
 * @throws DriverAdapterError an error of SQLite
 * @throws GenlockError `DATA_REBUILD` for an object that cannot be restored
 */
export async function runMigration(run: MigrationRun): Promise<void> {
  const isOwn = (entry: CatalogueEntry) => !run.scripts.some((text) => mentions(text, entry));
  const written = new Set(run.scripts.map(withoutSpace));
  try {
    await inTransaction(run, async (transaction) => {
      if (run.record !== undefined) await recorded(transaction, run.record);
      const before = await catalogueOf(transaction);
      const wasBroken = await brokenObject(transaction);
      await transaction.executeMultiple(withViews(run.script));
      await restore(transaction, lostObjects(run.script, before.filter(isOwn)));
      const after = await catalogueOf(transaction);
      for (const table of rebuiltTables(run.script)) {
        const kept = ownClauses(tableSql(table, after) ?? '').map(withoutSpace);
        const lost = ownClauses(tableSql(table, before) ?? '').filter((clause) => {
          const text = withoutSpace(clause);
          return !kept.includes(text) && ![...written].some((one) => one.includes(text));
        });
        if (lost.length > 0) throw clausesLost(table, lost);
      }
      if (wasBroken !== undefined) return true;
      const broken = await brokenObject(transaction);
      const object = before.find(({ type, name }) => type === broken?.type && name === broken.name);
      if (broken !== undefined && object !== undefined && isOwn(object)) throw refusal(object, broken.reason);
      return true;
    });
  } catch (error) {
    if (error instanceof GenlockError || isBusy(error)) throw error;
    await withClient(run.url, async (client) => {
      if (run.record !== undefined) await client.execute({ sql: run.record.sql, args: argsOf(run.record) });
      if (!isRefusedInTransaction(error)) throw error;
      await client.executeMultiple(run.script);
    });
  }
}

/** Adds a migration to the history as finished. The schema engine repeats the second statement. */
async function recorded(transaction: Transaction, record: SqlQuery): Promise<void> {
  await transaction.execute({ sql: record.sql, args: argsOf(record) });
  const [id = '', , startedAt = ''] = argsOf(record);
  const sql = 'UPDATE `_prisma_migrations` SET `finished_at` = ? WHERE `id` = ?';
  await transaction.execute({ sql, args: [startedAt, id] });
}

function argsOf({ args }: SqlQuery): string[] {
  return args.map(String);
}

/**
 * Runs the steps of the schema engine in one transaction, and keeps the user's objects.
 *
 * @throws GenlockError `DATA_REBUILD` for an object that cannot be kept
 */
export async function runSteps(run: StepsRun): Promise<void> {
  await inTransaction(run, async (transaction) => {
    await keeping(transaction, run);
    return true;
  });
}

/**
 * Returns the script of a new migration with the statements that keep the user's objects. Tries the script on the
 * database and reverts every change.
 *
 * @throws GenlockError `DATA_REBUILD` for an object that cannot be kept
 */
export async function keptScript(draft: StepsRun & MigrationDraft): Promise<string> {
  if (rebuiltTables(draft.script).length === 0) return draft.script;
  let kept = draft.script;
  await inTransaction(draft, async (transaction) => {
    if (draft.renaming !== '') await transaction.executeMultiple(draft.renaming);
    const before = await usersObjects(transaction, draft);
    const column = draft.isDraft ? undefined : unwrittenColumn(draft.script, before, draft.own);
    if (column !== undefined) throw columnLost(column);
    kept = restoring(keepingClauses(draft.script, before, draft.own), lostObjects(draft.script, before));
    if (!draft.isDraft) await keeping(transaction, draft);
    return false;
  });
  return kept;
}

async function keeping(transaction: Transaction, run: StepsRun): Promise<void> {
  const before = await usersObjects(transaction, run);
  const wasBroken = await brokenObject(transaction);
  const script = keepingClauses(run.script, before, run.own);
  await transaction.execute('SAVEPOINT "rebuild"');
  await transaction.executeMultiple(script).catch(async (error: unknown) => {
    const clauses = rebuiltTables(script).map((table) => [table, ownClauses(tableSql(table, before) ?? '')] as const);
    const [first] = clauses.filter(([, own]) => own.length > 0);
    if (first === undefined) throw error;
    await transaction.execute('ROLLBACK TO "rebuild"');
    await transaction.executeMultiple(withViews(run.script));
    throw clausesLost(...first, reasonOf(error));
  });
  await restore(transaction, lostObjects(run.script, before));
  const broken = wasBroken === undefined ? await brokenObject(transaction) : undefined;
  const object = before.find(({ type, name }) => type === broken?.type && name === broken.name);
  if (broken !== undefined && object !== undefined) throw refusal(object, broken.reason);
}

async function usersObjects(transaction: Transaction, { own }: StepsRun): Promise<readonly CatalogueEntry[]> {
  return (await catalogueOf(transaction)).filter((entry) => entry.type !== 'index' || own.hasIndex(entry));
}

async function restore(transaction: Transaction, objects: readonly CatalogueEntry[]): Promise<void> {
  for (const object of objects) {
    await transaction.execute(object.sql ?? '').catch((error: unknown) => {
      throw refusal(object, reasonOf(error));
    });
  }
}

function refusal({ type, name, table, sql }: CatalogueEntry, reason: string): GenlockError {
  const of = type === 'view' ? '' : ` on the table ${table}`;
  return new GenlockError({
    code: 'DATA_REBUILD',
    message: `the ${type} ${name}${of} does not fit the changed schema: ${reason}`,
    hint: `Run \`DROP ${type.toUpperCase()} ${quoted(name)};\` first. Afterwards, create a changed version. The current statement is: ${sql};`,
  });
}

function columnLost({ table, name }: { readonly table: string; readonly name: string }): GenlockError {
  return new GenlockError({
    code: 'DATA_REBUILD',
    message: `the rebuild of the table ${table} cannot keep the column ${name}, which no migration creates`,
    hint: `Write a migration with \`ALTER TABLE ${quoted(table)} ADD COLUMN ${quoted(name)} …;\` and mark it with \`npm run migrate -- --applied <name>\`.`,
  });
}

function clausesLost(table: string, clauses: readonly string[], reason = 'the migration drops them'): GenlockError {
  return new GenlockError({
    code: 'DATA_REBUILD',
    message: `the rebuild of the table ${table} cannot keep these clauses: ${clauses.join(', ')} (${reason})`,
    hint: 'Run `genlock db migrate dev --create-only`. In the migration, write the clauses that fit the changed schema into the statement CREATE TABLE.',
  });
}

function withoutSpace(text: string): string {
  return text.replaceAll(/\s+/g, '').toLowerCase();
}
