import { databaseLabel } from './database-url.ts';
import type { DatabaseState } from './driver.ts';
import { requireHistoryOf } from './history-folder.ts';
import { migrationNames, readMigrations } from './migration-folder.ts';
import { type MigrationRequest, migrationTarget } from './migration-target.ts';
import { noFilters, withEngine } from './schema-engine.ts';

/** The comparison of a database with the migrations on disk. */
export interface StatusResult {
  /** Absolute path of the database's file; a server's URL without user and password. */
  readonly database: string;
  readonly state: DatabaseState;
  /** Whether all migrations on disk are applied unchanged and without failures. */
  readonly upToDate: boolean;
  /** The migrations on disk, oldest first. */
  readonly migrations: readonly string[];
  /** Migrations on disk that are not applied. */
  readonly pending: readonly string[];
  /** Migrations that started but did not finish. */
  readonly failed: readonly string[];
  /** Migrations that changed on disk after they were applied. */
  readonly edited: readonly string[];
  /** Applied migrations that are missing on disk. */
  readonly unknown: readonly string[];
}

/**
 * Compares the migrations on disk with the database. Changes nothing and never creates a database.
 *
 * @throws GenlockError `DATA_UNREACHABLE`, `DATA_NOT_A_DATABASE`, `DATA_PROVIDER_MISMATCH`, …
 */
export async function migrateStatus(request: MigrationRequest): Promise<StatusResult> {
  const target = await migrationTarget(request);
  await requireHistoryOf({ root: target.root, provider: target.database.provider });
  const state = await target.driver.state();
  const migrations = migrationNames(await readMigrations(target.root));
  const common = { database: databaseLabel(target.database), state, migrations };
  if (state === 'absent') {
    return { ...common, upToDate: false, pending: migrations, failed: [], edited: [], unknown: [] };
  }
  const { history, failedMigrationNames, editedMigrationNames } = await withEngine(target, ({ call }) =>
    call((engine, migrationsList) =>
      engine.diagnoseMigrationHistory({ migrationsList, optInToShadowDatabase: false, filters: noFilters }),
    ),
  );
  const pending = history !== null && 'unappliedMigrationNames' in history ? history.unappliedMigrationNames : [];
  const unknown = history !== null && 'unpersistedMigrationNames' in history ? history.unpersistedMigrationNames : [];
  const problems = [pending, unknown, failedMigrationNames, editedMigrationNames];
  return {
    ...common,
    upToDate: problems.every((names) => names.length === 0),
    pending,
    failed: failedMigrationNames,
    edited: editedMigrationNames,
    unknown,
  };
}
