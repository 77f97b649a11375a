import type { EvaluateDataLossOutput } from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { Rename } from '../data-layer/renames.ts';
import { GenlockError, type Problem } from '../errors/error.ts';
import type { Execute } from './driver.ts';
import { type Drop, lossesOf } from './drops.ts';
import type { LikelyRename } from './likely-renames.ts';
import { databaseLabel } from './database-url.ts';
import { migrationNames, writeMigration } from './migration-folder.ts';
import { migrationName } from './migration-name.ts';
import { type MigrationRequest, migrationTarget } from './migration-target.ts';
import {
  asIfRenamed,
  rememberRenamed,
  renaming,
  type RenamingRequest,
  renamingScript,
  withRenaming,
} from './renaming.ts';
import { withReadableDates } from './readable-dates.ts';
import { type EngineCall, type EngineTarget, noFilters, schemasContainer, withEngine } from './schema-engine.ts';

/** What only the user can decide. A no to the last means a column is dropped and another one added. */
export type DevQuestion =
  | { readonly kind: 'reset'; readonly reason: string }
  | { readonly kind: 'data-loss'; readonly warnings: readonly string[] }
  | ({ readonly kind: 'rename' } & LikelyRename);

export interface DevRequest extends MigrationRequest {
  /** What the new migration is called; `init` for the first one and `update` for later ones if absent. */
  readonly name?: string;
  /** What was called otherwise before; those done by an earlier migration are passed over. None if absent. */
  readonly renames?: readonly Rename[];
  /** Writes the migration and doesn't apply it, also if there is nothing to change. */
  readonly createOnly: boolean;
  /** Agrees to the loss of data by the new migration, not to a reset. */
  readonly acceptDataLoss: boolean;
  /** Resolves to whether the user agrees; absent where nobody can be asked. */
  readonly onQuestion?: (question: DevQuestion) => Promise<boolean>;
  /** Gives the new migration its time stamp. */
  readonly now: Date;
}

export interface DevResult {
  /** Absolute path of the database's file; a server's URL without user and password. */
  readonly database: string;
  /** The database held no tables when the command began, or was emptied by it. */
  readonly fresh: boolean;
  /** The database was emptied first, which the user agreed to. */
  readonly reset: boolean;
  /** Applied now, oldest first, the new one included. */
  readonly applied: readonly string[];
  /** Folder name of the new migration; absent if the schema asked for none. */
  readonly created?: string;
  /** What the new migration may lose. */
  readonly warnings: readonly string[];
}

/**
 * Brings the development database to the schema: applies what is pending, writes the migration that is missing, applies
 * it. A history that doesn't lead to the database as it is can only be mended by a reset.
 *
 * @throws GenlockError `DATA_DRIFT` (a reset is needed and nobody agreed), `DATA_LOSS`, `DATA_UNEXECUTABLE`,
 * `DATA_MIGRATION_FAILED`, …
 */
export async function migrateDev(request: DevRequest): Promise<DevResult> {
  const target = await migrationTarget(request);
  await target.driver.make();
  return target.driver.exclusively(async () => {
    const state = await target.driver.state();
    const done = await catchUp(target, request);
    return { database: databaseLabel(target.database), ...done, fresh: done.reset || state !== 'in use' };
  });
}

type CaughtUp = Omit<DevResult, 'database' | 'fresh'>;

/** The steps in one engine; where they end in the need for a reset, once more after it. */
async function catchUp(target: EngineTarget, request: DevRequest): Promise<CaughtUp> {
  const attempt = () => withEngine(target, (call, execute) => advance(call, { target, request, execute }));
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
 * Why only a reset helps, if so. The engine remembers from here what the migrations lead to, which the steps after it
 * compare with: so it is asked again whenever one was applied.
 */
async function resetReason(call: EngineCall): Promise<string | undefined> {
  const { action } = await call((engine, migrationsList) =>
    engine.devDiagnostic({ migrationsList, filters: noFilters }),
  );
  return action.tag === 'reset' ? reasonOf(action.reason) : undefined;
}

/** The engine's reason without its two paragraphs on how to read a list of differences. */
function reasonOf(text: string): string {
  const paragraphs = text.split(/\n\n+/).map((paragraph) => paragraph.replace(/^- /, '').trim());
  return paragraphs
    .filter((paragraph) => !/^(The following is a summary|It should be understood)/.test(paragraph))
    .join('\n');
}

interface Dev {
  readonly target: EngineTarget;
  readonly request: DevRequest;
  readonly execute: Execute;
}

/** The migration that is missing. */
interface Missing extends Dev {
  /** The statements it begins with. */
  readonly renaming: readonly string[];
  /** What it drops. */
  readonly drops: readonly Drop[];
}

/** Resolves to the reason if a reset is needed first. */
async function advance(call: EngineCall, dev: Dev): Promise<Omit<CaughtUp, 'reset'> | string> {
  const before = await resetReason(call);
  if (before !== undefined) return before;
  const pending = await applyAll(call);
  const after = pending.length === 0 ? undefined : await resetReason(call);
  if (after !== undefined) return after;
  const { statements, drops } = await renaming(dev.target, renamingRequest(dev.request));
  const missing = { ...dev, renaming: statements, drops };
  const warnings = await lossToAccept(call, missing);
  const created = await createMigration(call, missing);
  if (created === undefined) return { applied: pending, warnings };
  const applied = dev.request.createOnly ? [] : await applyAll(call);
  return { applied: [...pending, ...applied], created, warnings };
}

function renamingRequest({ renames = [], onQuestion }: DevRequest): RenamingRequest {
  return { renames, onLikely: onQuestion && ((rename) => onQuestion({ kind: 'rename', ...rename })) };
}

async function applyAll(call: EngineCall): Promise<readonly string[]> {
  const { appliedMigrationNames } = await call((engine, migrationsList) =>
    engine.applyMigrations({ migrationsList, filters: noFilters }),
  );
  return appliedMigrationNames;
}

/** A migration that is only written loses nothing yet, so it is written whatever it would do. */
async function lossToAccept(call: EngineCall, missing: Missing): Promise<readonly string[]> {
  const { target, request, execute } = missing;
  const schema = schemasContainer(target.schema);
  const work = () =>
    call(async (engine, migrations) => {
      const migrationsList = withRenaming(migrations, missing.renaming);
      if (missing.renaming.length > 0) await rememberRenamed(engine, migrationsList);
      return engine.evaluateDataLoss({ migrationsList, schema, filters: noFilters });
    });
  const loss = await asIfRenamed(missing.renaming, { execute, work });
  const told = loss.warnings.map(({ message }) => message);
  const warnings = lossesOf(told, missing.drops);
  if (request.createOnly) return warnings;
  refuseUnexecutable(loss);
  if (warnings.length === 0 || request.acceptDataLoss) return warnings;
  if ((await request.onQuestion?.({ kind: 'data-loss', warnings })) === true) return warnings;
  throw allProblems('DATA_LOSS', warnings);
}

function refuseUnexecutable({ unexecutableSteps }: EvaluateDataLossOutput): void {
  if (unexecutableSteps.length === 0) return;
  throw allProblems(
    'DATA_UNEXECUTABLE',
    unexecutableSteps.map(({ message }) => message),
  );
}

function allProblems(code: Problem['code'], messages: readonly string[]): GenlockError {
  const [first = '', ...rest] = messages;
  return new GenlockError([{ code, message: first }, ...rest.map((message) => ({ code, message }))]);
}

async function createMigration(call: EngineCall, missing: Missing): Promise<string | undefined> {
  const { target, request } = missing;
  return call(async (engine, migrations) => {
    const existing = migrationNames(migrations);
    const title = request.name ?? (existing.length === 0 ? 'init' : 'update');
    const { migrationScript } = await engine.createMigration({
      migrationsList: withRenaming(migrations, missing.renaming),
      schema: schemasContainer(target.schema),
      filters: noFilters,
      draft: request.createOnly,
      migrationName: title,
    });
    const parts = [renamingScript(missing.renaming), withReadableDates(migrationScript ?? '')];
    if (migrationScript === null && missing.renaming.length === 0) return undefined;
    const name = migrationName(title, { now: request.now, existing });
    const script = parts.filter((part) => part !== '').join('\n');
    await writeMigration(target.root, { name, script, provider: target.database.provider });
    return name;
  });
}
