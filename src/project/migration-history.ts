import { join } from 'node:path';
import { compareText } from '../core/tree.ts';
import { listFolder, readProjectFile } from './file-reader.ts';

/** The history in use, and histories of other database kinds: `prisma/migrations`, `prisma/migrations-sqlite`. */
const historyName = /^migrations(?:-.+)?$/u;

/** A migration that Genlock wrote from the data migration of a plugin. */
export interface WrittenMigration {
  readonly plugin: string;
  readonly version: string;
  /** Earlier migrations do not count, because the plugin can have been removed and added again. */
  readonly after: string;
}

/** Returns the first line of a migration that contains the data migration of a plugin. */
export function dataMigrationHeader({ plugin, version }: Pick<WrittenMigration, 'plugin' | 'version'>): string {
  return `-- Data migration of ${plugin} ${version}`;
}

/** Returns the name of the project's last migration; empty without migrations. */
export function lastMigration(root: string): string {
  return migrations(root).at(-1)?.name ?? '';
}

/** Returns a function that checks whether the project's migrations contain a data migration. */
export function migrationFinder(root: string): (wanted: WrittenMigration) => boolean {
  const found = migrations(root);
  return ({ after, ...wanted }) =>
    found.some(({ name, path }) => {
      if (compareText(name, after) <= 0) return false;
      const bytes = readProjectFile({ root }, `${path}/migration.sql`);
      const [first] = Buffer.from(bytes ?? [])
        .toString('utf8')
        .split(/\r?\n/u, 1);
      return first === dataMigrationHeader(wanted);
    });
}

/** Returns the migrations of all histories, oldest first. */
function migrations(root: string): readonly { readonly name: string; readonly path: string }[] {
  const histories = folders(root, 'prisma').filter((name) => historyName.test(name));
  return histories
    .flatMap((history) =>
      folders(root, `prisma/${history}`).map((name) => ({ name, path: `prisma/${history}/${name}` })),
    )
    .toSorted((one, other) => compareText(one.name, other.name));
}

function folders(root: string, path: string): readonly string[] {
  return listFolder(join(root, path)).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}
