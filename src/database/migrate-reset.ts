import { databaseLabel } from './database-url.ts';
import { requireHistoryOf } from './history-folder.ts';
import { type MigrationRequest, migrationTarget } from './migration-target.ts';
import { noFilters, withEngine } from './schema-engine.ts';

/** The migrations applied after the reset, oldest first. */
export interface ResetResult {
  /** Absolute path of the database's file; a server's URL without user and password. */
  readonly database: string;
  readonly applied: readonly string[];
}

/**
 * Deletes all data in the database and applies every migration. The caller asks the user for consent first.
 *
 * @throws GenlockError `DATA_PROVIDER_MISMATCH` before any deletion, `DATA_MIGRATION_FAILED`, `DATA_BUSY`, …
 */
export async function migrateReset(request: MigrationRequest): Promise<ResetResult> {
  const target = await migrationTarget(request);
  await requireHistoryOf({ root: target.root, provider: target.database.provider });
  await target.driver.make();
  return target.driver.exclusively(async () => {
    await target.driver.clear();
    const { appliedMigrationNames } = await withEngine(target, ({ call }) =>
      call((engine, migrationsList) => engine.applyMigrations({ migrationsList, filters: noFilters })),
    );
    return { database: databaseLabel(target.database), applied: appliedMigrationNames };
  });
}
