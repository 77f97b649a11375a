import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { Rename } from '../data-layer/renames.ts';
import type { Execute } from './driver.ts';
import { type Drop, dropsOf } from './drops.ts';
import { type LikelyRename, likelyRenames } from './likely-renames.ts';
import { columnRename, renameStatements } from './rename-statements.ts';
import { type EngineTarget, noFilters } from './schema-engine.ts';
import { schemaModels } from './schema-models.ts';

export interface RenamingRequest {
  /** What is renamed rather than dropped and created. */
  readonly renames: readonly Rename[];
  /** Resolves to whether a column was renamed; absent where nobody can be asked. */
  readonly onLikely?: ((rename: LikelyRename) => Promise<boolean>) | undefined;
}

/** What is renamed by a migration, and what goes. */
export interface Renaming {
  /** In their order; they lose nothing. */
  readonly statements: readonly string[];
  /** Columns somebody was just told of are left out. */
  readonly drops: readonly Drop[];
}

/**
 * The statements that bring the database as it is closer to the schema without losing anything. What they leave to be
 * done is for the engine to find out.
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

/** The statements as the beginning of a migration; empty if there are none. */
export function renamingScript(statements: readonly string[]): string {
  return statements.length === 0 ? '' : `-- Rename\n${statements.map((statement) => `${statement};\n`).join('')}`;
}

/** Sorts after every migration there is. */
const draftName = '99999999999999_rename';

/** The history as it will be with these statements in it; its last migration is on no disk. */
export function withRenaming(migrations: MigrationList, statements: readonly string[]): MigrationList {
  if (statements.length === 0) return migrations;
  const draft = {
    path: draftName,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: renamingScript(statements) } },
  };
  return { ...migrations, migrationDirectories: [...migrations.migrationDirectories, draft] };
}

/**
 * Has the engine remember what the history with the renaming leads to, which it works out only for migrations that are
 * applied. To be called within `asIfRenamed`, which takes that back too.
 */
export async function rememberRenamed(engine: SchemaEngine, migrationsList: MigrationList): Promise<void> {
  await engine.markMigrationApplied({ migrationName: draftName, migrationsList });
  await engine.devDiagnostic({ migrationsList, filters: noFilters });
}

/** Lets `work` see the database with the statements run on it, and takes them back. */
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
