import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { Rename } from '../data-layer/renames.ts';
import type { Execute } from './driver.ts';
import { type Drop, dropsOf } from './drops.ts';
import { genlockTables, type KnownObjects } from './known-objects.ts';
import { type LikelyRename, likelyRenames } from './likely-renames.ts';
import { type UnknownValues, unknownValues, valueChanges, withoutRenamed } from './enum-values.ts';
import { readMigrations } from './migration-folder.ts';
import { columnRename, type RenamePlan, renameStatements } from './rename-statements.ts';
import { staleHint } from './stale-renames.ts';
import { type EngineTarget, noFilters } from './schema-engine.ts';
import { schemaModels } from './schema-models.ts';

export interface RenamingRequest {
  /** The declared renames. */
  readonly renames: readonly Rename[];
  /** Asks the user whether a column was renamed. Absent without a terminal. */
  readonly onLikely?: ((rename: LikelyRename) => Promise<boolean>) | undefined;
  /** The objects that belong to Genlock; `undefined` for all objects. */
  readonly known: KnownObjects | undefined;
}

/** The renames and drops of a migration. */
export interface Renaming {
  /** The rename statements in order. They lose no data. */
  readonly statements: readonly string[];
  /** The dropped tables and columns, without columns that a prompt has just named. */
  readonly drops: readonly Drop[];
  /** The enum values that become equal, one sentence each. */
  readonly merges: readonly string[];
  /** The values in rows that the schema's enums do not contain after the renames. */
  readonly unknown: readonly UnknownValues[];
  /** The fix for a refused loss that an outdated `was` can cause. */
  readonly hint?: string | undefined;
}

/**
 * Returns statements that adapt the database to the schema without data loss. The engine determines the remaining
 * changes.
 */
export async function renaming(target: EngineTarget, { renames, onLikely, known }: RenamingRequest): Promise<Renaming> {
  const plan = await renamePlan(target, known);
  const statements = [...renameStatements(renames, plan)];
  const told = new Set<string>();
  if (onLikely !== undefined) statements.push(...(await likelyStatements(plan, { told, onLikely })));
  const unknown = await unknownValues(plan, target.driver, renames);
  const history = renames.some(({ kind }) => kind === 'value') ? await historyOf(target) : '';
  const values = valueChanges(renames, { plan, unknown, history });
  statements.push(...values.map(({ statement }) => statement));
  const merges = values.flatMap(({ loss }) => loss ?? []);
  const drops = dropsOf(plan).filter(({ table, column }) => !told.has(JSON.stringify([table, column])));
  const hint = staleHint(renames, { ...plan, drops });
  return { statements, drops, hint, merges, unknown: withoutRenamed(unknown, { renames, models: plan.models }) };
}

/**
 * Reads the plan's start: the schema and the tables and enums in the database.
 *
 * @param known the objects that belong to Genlock; `undefined` for all objects
 */
export async function renamePlan(
  { schema, database, driver }: EngineTarget,
  known: KnownObjects | undefined,
): Promise<RenamePlan> {
  const tables = [...genlockTables(known, await driver.tables())].map(
    ([table, columns]) =>
      [table, columns.map((column) => ({ ...column, origin: { table, column: column.name } }))] as const,
  );
  const models = await schemaModels(schema);
  const enums = new Map(await driver.enums());
  return { provider: database.provider, models, tables: new Map(tables), enums, replaced: new Map() };
}

interface Asking {
  readonly onLikely: (rename: LikelyRename) => Promise<boolean>;
  /** Collects the columns that a prompt has named. */
  readonly told: Set<string>;
}

async function likelyStatements(plan: RenamePlan, { onLikely, told }: Asking): Promise<readonly string[]> {
  const statements: string[] = [];
  const asked = new Set<string>();
  for (;;) {
    const likely = likelyRenames(plan).find((rename) => !asked.has(JSON.stringify(rename)));
    if (likely === undefined) return statements;
    const { table, from, to } = likely;
    asked.add(JSON.stringify(likely));
    told.add(JSON.stringify([table, from]));
    if (!(await onLikely(likely))) continue;
    statements.push(columnRename(table, likely));
    const columns = plan.tables.get(table) ?? [];
    plan.tables.set(
      table,
      columns.map((column) => (column.name === from ? { ...column, name: to } : column)),
    );
  }
}

async function historyOf({ root }: EngineTarget): Promise<string> {
  const { migrationDirectories } = await readMigrations(root);
  return migrationDirectories
    .map(({ migrationFile: { content } }) => (content.tag === 'ok' ? content.value : ''))
    .join('\n');
}

/** Returns the statements as the start of a migration script; empty without statements. */
export function renamingScript(statements: readonly string[]): string {
  return statements.length === 0 ? '' : `-- Rename\n${statements.map((statement) => `${statement};\n`).join('')}`;
}

/** A name that sorts after all migrations. */
const draftName = '99999999999999_rename';

/** Returns the migration history with a draft of the rename statements. The draft is not on disk. */
export function withRenaming(migrations: MigrationList, statements: readonly string[]): MigrationList {
  if (statements.length === 0) return migrations;
  const draft = {
    path: draftName,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: renamingScript(statements) } },
  };
  return { ...migrations, migrationDirectories: [...migrations.migrationDirectories, draft] };
}

/**
 * Makes the engine remember the result of the renamed history. The engine only computes the result for applied
 * migrations. Must be called within `asIfRenamed`, which also reverts this state.
 */
export async function rememberRenamed(engine: SchemaEngine, migrationsList: MigrationList): Promise<void> {
  await engine.markMigrationApplied({ migrationName: draftName, migrationsList });
  await engine.devDiagnostic({ migrationsList, filters: noFilters });
}

/** Runs `work` on a database with the applied statements, then reverts the statements. */
export async function asIfRenamed<T>(
  statements: readonly string[],
  { execute, work }: { readonly execute: Execute; readonly work: () => Promise<T> },
): Promise<T> {
  if (statements.length === 0) return work();
  await execute('BEGIN');
  try {
    for (const statement of statements) await execute(statement);
    return await work();
  } finally {
    await execute('ROLLBACK');
  }
}
