import { gt } from 'semver';
import type { DatabaseKind } from '../config/config.ts';
import type { LockedPlugin } from '../lockfile/lockfile.ts';
import { dataMigrationPath, dataMigrations, type DataMigration } from '../plugin/data-migrations.ts';
import { readStatements } from '../plugin/data-statements.ts';
import type { RecordedMigration } from '../plugin/plugin.ts';
import { lastMigration, migrationFinder } from '../project/migration-history.ts';
import { withMigrations } from '../project/operations.ts';
import type { DataMigrationView } from './plugin-change.ts';
import type { InstalledPlugin, RanPlugin } from './run-plugins.ts';

/** A project whose plugins are updated. */
interface Updated {
  /** Lockfile entry of the installed version; `undefined` for a new plugin. */
  readonly locked: LockedPlugin | undefined;
  readonly root: string;
  readonly database: DatabaseKind;
}

/**
 * Adds the data migrations between the installed version and the version that ran. A new plugin has none. Migrations of
 * earlier updates stay until a later update finds them in the project's migrations.
 */
export function withDataMigrations(ran: RanPlugin, { locked, root, database }: Updated): InstalledPlugin {
  if (locked === undefined) return ran;
  const { manifest, files } = ran.plugin;
  const { name, version } = manifest;
  const known = dataMigrations(files, { manifest, place: name });
  if (known.length === 0) return ran;
  const isWritten = version === locked.version ? () => false : migrationFinder(root);
  const last = lastMigration(root);
  const earlier = new Map((locked.migrations ?? []).map((entry) => [entry.version, entry.after]));
  const recorded = known.flatMap((migration): readonly RecordedMigration[] => {
    const script = migration.scripts[database];
    const after = earlier.get(migration.version);
    const isDue =
      after === undefined ? isNew(migration, locked) : !isWritten({ plugin: name, version: migration.version, after });
    if (script === undefined || !isDue) return [];
    return [{ version: migration.version, after: after ?? last, script }];
  });
  const unsupported = known.filter((migration) => database === 'document' && isNew(migration, locked));
  const warnings = [...ran.warnings, ...unsupported.map((migration) => documentWarning(name, migration))];
  return { ...ran, warnings, stored: withMigrations(ran.stored, recorded) };
}

function isNew({ version }: DataMigration, locked: LockedPlugin): boolean {
  return gt(version, locked.version);
}

function documentWarning(name: string, { version }: DataMigration): string {
  return `${name}: version ${version} changes existing rows, and MongoDB has no migrations. See the plugin's README`;
}

/** Returns the data migrations that a project gets with an update, for the plan. */
export function newDataMigrations(
  { plugin, stored }: InstalledPlugin,
  locked: LockedPlugin,
): readonly DataMigrationView[] {
  const known = new Set((locked.migrations ?? []).map(({ version }) => version));
  const { migrations = [] } = stored.contribution;
  return migrations
    .filter(({ version }) => !known.has(version))
    .map(({ version, script }) => ({
      version,
      path: dataMigrationPath(plugin.manifest.name, version),
      bytes: Buffer.byteLength(script),
      ...amountOf(script),
    }));
}

function amountOf(script: string): Pick<DataMigrationView, 'statements' | 'tables'> {
  const { count, tables } = readStatements(script);
  return { statements: count, tables };
}
