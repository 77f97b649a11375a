import type { DataScript } from '../../database/data-scripts.ts';
import { readLockfile } from '../../lockfile/lockfile.ts';
import { dataMigrationPath } from '../../plugin/data-migrations.ts';
import { readProjectFile } from '../../project/file-reader.ts';
import { dataMigrationHeader, migrationFinder } from '../../project/migration-history.ts';

/**
 * Returns the data migrations of plugin updates that the project's migrations do not contain yet, by plugin and version.
 * The files of the project count, with the user's edits. A deleted file is not applied.
 *
 * @throws GenlockError PROJECT_LOCKFILE_…
 */
export function pendingDataMigrations(root: string): readonly DataScript[] {
  const plugins = [...(readLockfile(root).lockfile?.plugins ?? [])].filter(([, { disabled }]) => disabled !== true);
  const recorded = plugins.flatMap(([plugin, { migrations = [] }]) =>
    migrations.map((migration) => ({ plugin, ...migration })),
  );
  if (recorded.length === 0) return [];
  const isWritten = migrationFinder(root);
  return recorded.flatMap((migration): readonly DataScript[] => {
    const { plugin, version } = migration;
    const bytes = readProjectFile({ root }, dataMigrationPath(plugin, version));
    if (bytes === undefined || isWritten(migration)) return [];
    const script = `${dataMigrationHeader(migration)}\n${Buffer.from(bytes).toString('utf8')}`;
    return [{ title: `${plugin} ${version}`, script }];
  });
}
