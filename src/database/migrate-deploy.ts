import { databaseState, makeDatabaseFolder } from './file-database.ts';
import { withMigrateLock } from './migrate-lock.ts';
import { type MigrationRequest, migrationTarget } from './migration-target.ts';
import { noFilters, withEngine } from './schema-engine.ts';

/** What was applied, oldest first; nothing if the database was up to date. */
export interface DeployResult {
  /** Absolute path of the database's file. */
  readonly database: string;
  readonly created: boolean;
  readonly applied: readonly string[];
}

/**
 * Applies the migrations the database doesn't have yet, making the database if it isn't there. Never asks, never resets.
 *
 * @throws GenlockError `DATA_MIGRATION_FAILED`, `DATA_MIGRATION_PENDING_FAILED`, `DATA_NOT_EMPTY`, `DATA_BUSY`, …
 */
export async function migrateDeploy(request: MigrationRequest): Promise<DeployResult> {
  const target = await migrationTarget(request);
  await makeDatabaseFolder(target.database);
  return withMigrateLock(target.database, async () => {
    const state = await databaseState(target.database);
    const { appliedMigrationNames } = await withEngine(target, (call) =>
      call((engine, migrationsList) => engine.applyMigrations({ migrationsList, filters: noFilters })),
    );
    return { database: target.database.path, created: state === 'absent', applied: appliedMigrationNames };
  });
}
