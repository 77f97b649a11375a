import { databaseLabel } from './database-url.ts';
import { requireHistoryOf } from './history-folder.ts';
import { refuseLeftovers } from './leftovers.ts';
import { type LargeTableLock, largeTableLocks } from './large-tables.ts';
import { type MigrationRequest, migrationTarget } from './migration-target.ts';
import { noFilters, withEngine } from './schema-engine.ts';

/** The applied migrations, oldest first. Empty if the database was up to date. */
export interface DeployResult {
  /** Absolute path of the database's file; a server's URL without user and password. */
  readonly database: string;
  readonly created: boolean;
  readonly applied: readonly string[];
  /** The statements of the applied migrations that lock a large table while its rows are read. Empty on SQLite. */
  readonly locks: readonly LargeTableLock[];
}

export interface DeployRequest extends MigrationRequest {
  /** Receives the locks of large tables, if any, before the first migration is applied. */
  readonly onLocks?: (locks: readonly LargeTableLock[]) => void;
}

/**
 * Applies pending migrations. Creates the database if it does not exist. Never prompts and never resets.
 *
 * @throws GenlockError `DATA_MIGRATION_FAILED`, `DATA_MIGRATION_PENDING_FAILED`, `DATA_NOT_EMPTY`, `DATA_BUSY`, …
 */
export async function migrateDeploy(request: DeployRequest): Promise<DeployResult> {
  const target = await migrationTarget(request);
  await requireHistoryOf({ root: target.root, provider: target.database.provider });
  const before = await target.driver.state();
  await target.driver.make();
  return target.driver.exclusively(async () => {
    await refuseLeftovers(target);
    // Another process may have created the database first.
    const created = before === 'absent' && (await target.driver.state()) !== 'in use';
    return withEngine(target, async ({ call }) => {
      const locks = await call((engine, migrations) => largeTableLocks(engine, { migrations, target }));
      if (locks.length > 0) request.onLocks?.(locks);
      const { appliedMigrationNames: applied } = await call((engine, migrationsList) =>
        engine.applyMigrations({ migrationsList, filters: noFilters }),
      );
      return { database: databaseLabel(target.database), created, applied, locks };
    });
  });
}
