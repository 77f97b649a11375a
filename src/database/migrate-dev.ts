import type { EvaluateDataLossOutput } from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { Rename } from '../data-layer/renames.ts';
import { GenlockError, type Problem } from '../errors/error.ts';
import { type DataScript, writeDataScripts } from './data-scripts.ts';
import { lossesOf } from './drops.ts';
import type { LikelyRename } from './likely-renames.ts';
import { isAboutValues, unknownHint, unknownSentences } from './enum-values.ts';
import { databaseLabel } from './database-url.ts';
import { type MovedHistory, withHistoryOf } from './history-folder.ts';
import { refuseLeftovers } from './leftovers.ts';
import { migrationNames, writeMigration } from './migration-folder.ts';
import { migrationName } from './migration-name.ts';
import { onlineParts } from './online-migration.ts';
import { type MigrationRequest, migrationTarget } from './migration-target.ts';
import {
  asIfRenamed,
  rememberRenamed,
  type Renaming,
  renaming,
  type RenamingRequest,
  renamingScript,
  withRenaming,
} from './renaming.ts';
import { withReadableDates } from './readable-dates.ts';
import {
  type Comparison,
  type EngineCall,
  type EngineTarget,
  noFilters,
  type OpenEngine,
  schemasContainer,
  withEngine,
} from './schema-engine.ts';
import { type TableLock, tableLocks } from './table-locks.ts';

/** A prompt for the user. If a rename is declined, the old column is dropped and a new column is added. */
export type DevQuestion =
  | { readonly kind: 'reset'; readonly reason: string }
  | { readonly kind: 'data-loss'; readonly warnings: readonly string[] }
  | ({ readonly kind: 'rename' } & LikelyRename);

export interface DevRequest extends MigrationRequest {
  /** The migration's name. The default is `init` for the first migration and `update` for later ones. */
  readonly name?: string;
  /** Declared renames. Renames that an earlier migration applied are skipped. Defaults to an empty list. */
  readonly renames?: readonly Rename[];
  /** Writes the migration without applying it, even if the schema has no changes. */
  readonly createOnly: boolean;
  /** Writes several migrations, which do not lock tables while their rows are read. PostgreSQL only. */
  readonly online?: boolean;
  /** Accepts data loss by the new migration, but not by a reset. */
  readonly acceptDataLoss: boolean;
  /** Asks the user for consent. Absent without a terminal. */
  readonly onQuestion?: (question: DevQuestion) => Promise<boolean>;
  /** Data migrations of plugin updates, applied after the schema migration. Defaults to an empty list. */
  readonly dataScripts?: readonly DataScript[];
  /** The timestamp of the new migration. */
  readonly now: Date;
}

export interface DevResult {
  /** Absolute path of the database's file; a server's URL without user and password. */
  readonly database: string;
  /** Whether the database had no tables at the start or after a reset. */
  readonly fresh: boolean;
  /** Whether the database was reset with the user's consent. */
  readonly reset: boolean;
  /** The applied migrations, oldest first, including the new one. */
  readonly applied: readonly string[];
  /** The folder name of the new migration; absent without schema changes. */
  readonly created?: string;
  /** The new migrations after `created`, in order. Empty without `online`. */
  readonly followUps: readonly string[];
  /** The new migrations that change rows for plugin updates, in order, after all others. */
  readonly data: readonly string[];
  /** The statements of the new migrations that lock an existing table while its rows are read. Empty on SQLite. */
  readonly locks: readonly TableLock[];
  /** The possible data losses of the new migration. */
  readonly warnings: readonly string[];
  /** The moved folders, after a change of the database kind. */
  readonly moved?: MovedHistory;
}

/**
 * Updates the development database to the schema: applies pending migrations, writes a new migration and applies it. A
 * history that does not match the database requires a reset.
 *
 * @throws GenlockError `DATA_DRIFT` (a reset is needed but was not confirmed), `DATA_LOSS`, `DATA_UNEXECUTABLE`,
 * `DATA_MIGRATION_FAILED`, `DATA_KIND_UNSUPPORTED` (`online` on SQLite), …
 */
export async function migrateDev(request: DevRequest): Promise<DevResult> {
  const target = await migrationTarget(request);
  if (request.online === true) requireOnline(target);
  await target.driver.make();
  return target.driver.exclusively(async () => {
    await refuseLeftovers(target);
    const state = await target.driver.state();
    const owner = { root: target.root, provider: target.database.provider };
    const done = await withHistoryOf(owner, () => catchUp(target, request));
    return { database: databaseLabel(target.database), ...done, fresh: done.reset || state !== 'in use' };
  });
}

function requireOnline({ database }: EngineTarget): void {
  if (database.provider !== 'sqlite') return;
  throw new GenlockError({
    code: 'DATA_KIND_UNSUPPORTED',
    message: 'SQLite locks the whole file for each change, so migrations have no online form',
    hint: 'Run the command without --online.',
  });
}

type CaughtUp = Omit<DevResult, 'database' | 'fresh'>;

/** Runs the steps in one engine. If they require a reset, runs them again after the reset. */
async function catchUp(target: EngineTarget, request: DevRequest): Promise<CaughtUp> {
  const attempt = () => withEngine(target, (engine) => advance(engine, { target, request }));
  const done = await attempt();
  if (typeof done !== 'string') return { ...done, reset: false };
  if ((await request.onQuestion?.({ kind: 'reset', reason: done })) !== true) throw drift(done);
  await target.driver.clear();
  const again = await attempt();
  if (typeof again === 'string') throw drift(again);
  return { ...again, reset: true };
}

function drift(reason: string): GenlockError {
  return new GenlockError({ code: 'DATA_DRIFT', message: reason.replaceAll(/\s+/g, ' ').trim() });
}

/**
 * Returns why a reset is required, if so. The engine caches the result of the migrations here and uses this cache in
 * later steps. Call this function again after each applied migration.
 */
async function resetReason(call: EngineCall): Promise<string | undefined> {
  const { action } = await call(
    (engine, migrationsList) => engine.devDiagnostic({ migrationsList, filters: noFilters }),
    {},
  );
  return action.tag === 'reset' ? reasonOf(action.reason) : undefined;
}

/** Returns the engine's reason without the two paragraphs that explain the list of differences. */
function reasonOf(text: string): string {
  const paragraphs = text.split(/\n\n+/).map((paragraph) => paragraph.replace(/^- /, '').trim());
  return paragraphs
    .filter((paragraph) => !/^(The following is a summary|It should be understood)/.test(paragraph))
    .join('\n');
}

interface Dev {
  readonly target: EngineTarget;
  readonly request: DevRequest;
}

/** The inputs of the new migration. */
interface NewMigration extends Dev, Omit<Renaming, 'statements'>, Pick<OpenEngine, 'execute' | 'kept' | 'known'> {
  /** The rename statements at the start of the migration. */
  readonly renaming: readonly string[];
}

/** Applies and creates migrations. Returns the reason if a reset is required first. */
async function advance(
  { call, execute, kept, known }: OpenEngine,
  dev: Dev,
): Promise<Omit<CaughtUp, 'reset'> | string> {
  const before = await resetReason(call);
  if (before !== undefined) return before;
  const pending = await applyAll(call);
  const after = pending.length === 0 ? undefined : await resetReason(call);
  if (after !== undefined) return after;
  const { statements, ...changes } = await renaming(dev.target, {
    ...renamingRequest(dev.request),
    known: await known({}),
  });
  const migration = { ...dev, execute, kept, known, renaming: statements, ...changes };
  const warnings = await lossToAccept(call, migration);
  const written = await createMigration(call, migration);
  const { createOnly, dataScripts: scripts = [], now } = dev.request;
  const data = await writeDataScripts(call, { target: dev.target, scripts, now });
  if (written === undefined && data.length === 0) {
    return { applied: pending, warnings, followUps: [], locks: [], data };
  }
  const applied = createOnly ? [] : await applyAll(call);
  return { followUps: [], locks: [], ...written, applied: [...pending, ...applied], warnings, data };
}

function renamingRequest({ renames = [], onQuestion }: DevRequest): Omit<RenamingRequest, 'known'> {
  return { renames, onLikely: onQuestion && ((rename) => onQuestion({ kind: 'rename', ...rename })) };
}

async function applyAll(call: EngineCall): Promise<readonly string[]> {
  const { appliedMigrationNames } = await call(
    (engine, migrationsList) => engine.applyMigrations({ migrationsList, filters: noFilters }),
    {},
  );
  return appliedMigrationNames;
}

/** Returns the data loss that needs consent. A migration that is only written loses no data yet. */
async function lossToAccept(call: EngineCall, migration: NewMigration): Promise<readonly string[]> {
  const { target, request, execute } = migration;
  const schema = schemasContainer(target.schema);
  const work = () =>
    call(async (engine, migrations) => {
      const migrationsList = withRenaming(migrations, migration.renaming);
      if (migration.renaming.length > 0) await rememberRenamed(engine, migrationsList);
      return engine.evaluateDataLoss({ migrationsList, schema, filters: noFilters });
    }, comparisonOf(migration));
  const loss = await asIfRenamed(migration.renaming, { execute, work });
  const told = loss.warnings.map(({ message }) => message).filter((message) => !isAboutValues(message));
  const warnings = [...lossesOf(told, migration.drops), ...migration.merges];
  const unknown = unknownSentences(migration.unknown);
  if (request.createOnly) return [...warnings, ...unknown];
  refuseUnexecutable(loss, migration.hint);
  if (unknown.length > 0) throw allProblems('DATA_LOSS', unknown, unknownHint);
  if (warnings.length === 0 || request.acceptDataLoss) return warnings;
  if ((await request.onQuestion?.({ kind: 'data-loss', warnings })) === true) return warnings;
  throw allProblems('DATA_LOSS', warnings, migration.hint);
}

function refuseUnexecutable({ unexecutableSteps }: EvaluateDataLossOutput, hint: string | undefined): void {
  if (unexecutableSteps.length === 0) return;
  throw allProblems(
    'DATA_UNEXECUTABLE',
    unexecutableSteps.map(({ message }) => message),
    hint,
  );
}

function allProblems(code: Problem['code'], messages: readonly string[], hint?: string): GenlockError {
  const [first, ...rest] = messages.map((message): Problem => ({ code, message, ...(hint !== undefined && { hint }) }));
  return new GenlockError(first === undefined ? { code, message: '' } : [first, ...rest]);
}

type Written = Required<Pick<DevResult, 'created'>> & Pick<DevResult, 'followUps' | 'locks'>;

async function createMigration(call: EngineCall, migration: NewMigration): Promise<Written | undefined> {
  const { target, request } = migration;
  return call(async (engine, migrations) => {
    const existing = migrationNames(migrations);
    const title = request.name ?? (existing.length === 0 ? 'init' : 'update');
    const { migrationScript } = await engine.createMigration({
      migrationsList: withRenaming(migrations, migration.renaming),
      schema: schemasContainer(target.schema),
      filters: noFilters,
      draft: request.createOnly,
      migrationName: title,
    });
    if (migrationScript === null && migration.renaming.length === 0) return undefined;
    const renaming = renamingScript(migration.renaming);
    const changes = withReadableDates(migrationScript ?? '');
    const script = await migration.kept({ script: changes, renaming, isDraft: request.createOnly });
    return writeMigrations({ renaming, script }, { ...migration, title, existing });
  }, comparisonOf(migration));
}

interface Writing extends NewMigration {
  readonly title: string;
  readonly existing: readonly string[];
}

/** Writes a script as one migration, or as several migrations in the online form. */
async function writeMigrations(
  { renaming: before, script }: { readonly renaming: string; readonly script: string },
  { known, title, existing, target, request, ...migration }: Writing,
): Promise<Written> {
  const { provider } = target.database;
  // The names of the tables and columns are those after the renames.
  const former = provider === 'postgresql' ? (await known(comparisonOf(migration)))?.written : undefined;
  const whole = [before, script].filter((part) => part !== '').join('\n');
  const parts =
    request.online === true && former !== undefined
      ? onlineParts({ script, renaming: before }, former)
      : [{ suffix: '', script: whole }];
  const names: string[] = [];
  for (const { suffix, script: text } of parts) {
    const partTitle = suffix === '' ? title : `${title}_${suffix}`;
    const name = migrationName(partTitle, { now: request.now, existing: [...existing, ...names] });
    names.push(name);
    await writeMigration(target.root, { name, script: text, provider });
  }
  const locks = former === undefined ? [] : parts.flatMap((part) => tableLocks(part.script, former));
  const [created = '', ...followUps] = names;
  return { created, followUps, locks };
}

function comparisonOf({ renaming: statements }: Pick<NewMigration, 'renaming'>): Comparison {
  return { drafts: [renamingScript(statements)] };
}
