import { databaseLabel } from './database-url.ts';
import { requireHistoryOf } from './history-folder.ts';
import { refuseLeftovers } from './leftovers.ts';
import { type MigrationRequest, migrationTarget } from './migration-target.ts';
import { noFilters, withEngine } from './schema-engine.ts';

/** The applied migrations, oldest first. Empty if the database was up to date. */
export interface DeployResult {
  /** Absolute path of the database's file; a server's URL without user and password. */
  readonly database: string;
  readonly created: boolean;
  readonly applied: readonly string[];
}

/**
 * Applies pending migrations. Creates the database if it does not exist. Never prompts and never resets.
 *
 * @throws GenlockError `DATA_MIGRATION_FAILED`, `DATA_MIGRATION_PENDING_FAILED`, `DATA_NOT_EMPTY`, `DATA_BUSY`, …
 */
export async function migrateDeploy(request: MigrationRequest): Promise<DeployResult> {
  const target = await migrationTarget(request);
  await requireHistoryOf({ root: target.root, provider: target.database.provider });
  const before = await target.driver.state();
  await target.driver.make();
  return target.driver.exclusively(async () => {
    await refuseLeftovers(target);
    // Another process may have created the database first.
    const created = before === 'absent' && (await target.driver.state()) !== 'in use';
    const { appliedMigrationNames } = await withEngine(target, ({ call }) =>
      call((engine, migrationsList) => engine.applyMigrations({ migrationsList, filters: noFilters })),
    );
    return { database: databaseLabel(target.database), created, applied: appliedMigrationNames };
  });
}
