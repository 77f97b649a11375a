import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { Rename } from '../data-layer/renames.ts';
import type { Execute } from './driver.ts';
import { type Drop, dropsOf } from './drops.ts';
import { type LikelyRename, likelyRenames } from './likely-renames.ts';
import { columnRename, renameStatements } from './rename-statements.ts';
import { type EngineTarget, noFilters } from './schema-engine.ts';
import { schemaModels } from './schema-models.ts';

export interface RenamingRequest {
  /** The declared renames. */
  readonly renames: readonly Rename[];
  /** Asks the user whether a column was renamed. Absent without a terminal. */
  readonly onLikely?: ((rename: LikelyRename) => Promise<boolean>) | undefined;
}

/** The renames and drops of a migration. */
export interface Renaming {
  /** The rename statements in order. They lose no data. */
  readonly statements: readonly string[];
  /** The dropped tables and columns, without columns that a prompt has just named. */
  readonly drops: readonly Drop[];
}

/**
 * Returns statements that adapt the database to the schema without data loss. The engine determines the remaining
 * changes.
 */
export async function renaming(
  { schema, database, driver }: EngineTarget,
  { renames, onLikely }: RenamingRequest,
): Promise<Renaming> {
  const tables = new Map(await driver.tables());
  const plan = { provider: database.provider, models: await schemaModels(schema), tables };
  const statements = [...renameStatements(renames, plan)];
  if (onLikely === undefined) return { statements, drops: dropsOf(plan) };
  const asked = new Set<string>();
  const told = new Set<string>();
  for (;;) {
    const likely = likelyRenames(plan).find((rename) => !asked.has(JSON.stringify(rename)));
    if (likely === undefined) {
      const drops = dropsOf(plan).filter(({ table, column }) => !told.has(JSON.stringify([table, column])));
      return { statements, drops };
    }
    const { table, from, to } = likely;
    asked.add(JSON.stringify(likely));
    told.add(JSON.stringify([table, from]));
    if (!(await onLikely(likely))) continue;
    statements.push(columnRename(table, likely));
    const columns = tables.get(table) ?? [];
    tables.set(
      table,
      columns.map((column) => (column.name === from ? { ...column, name: to } : column)),
    );
  }
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
