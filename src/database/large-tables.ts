import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { managedObjects } from './managed-objects.ts';
import { migrationNames, migrationScripts } from './migration-folder.ts';
import { type EngineTarget, noFilters } from './schema-engine.ts';
import { type TableLock, tableLocks } from './table-locks.ts';

/** A statement of a pending migration that locks a large table. */
export interface LargeTableLock extends TableLock {
  readonly migration: string;
  /** The number of rows that the database estimates. */
  readonly rows: number;
}

/** A scan or an index of fewer rows usually ends within a second, which most applications wait for. */
const largeTable = 100_000;

interface Pending {
  readonly migrations: MigrationList;
  readonly target: EngineTarget;
}

/** Returns the statements of the pending migrations that lock a large table while its rows are read. */
export async function largeTableLocks(
  engine: SchemaEngine,
  { migrations, target }: Pending,
): Promise<readonly LargeTableLock[]> {
  if (target.database.provider !== 'postgresql') return [];
  const { history } = await engine.diagnoseMigrationHistory({
    migrationsList: migrations,
    optInToShadowDatabase: false,
    filters: noFilters,
  });
  const pending = history !== null && 'unappliedMigrationNames' in history ? history.unappliedMigrationNames : [];
  const names = migrationNames(migrations);
  const scripts = migrationScripts(migrations);
  const locks = pending.flatMap((migration) => {
    const at = names.indexOf(migration);
    const found = tableLocks(scripts[at] ?? '', managedObjects(scripts.slice(0, at)));
    return found.map((lock) => ({ migration, ...lock }));
  });
  if (locks.length === 0) return [];
  const sizes = new Map((await target.driver.select(estimates)).map(([table, rows]) => [table, Number(rows)]));
  return locks.flatMap((lock) => {
    const rows = sizes.get(lock.table) ?? 0;
    return rows < largeTable ? [] : [{ ...lock, rows }];
  });
}

const estimates = `SELECT relname, reltuples::bigint::text FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')`;
