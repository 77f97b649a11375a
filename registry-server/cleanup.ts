import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { archiveName } from './publication.ts';
import { versionsIn } from './storage-check.ts';

/**
 * Removes unfinished files and locks of a failed process, because Verdaccio would wait minutes for the locks. The
 * caller must have exclusive access to the package's folder.
 */
export function clearDrafts(folder: string): void {
  clear(folder, () => false);
}

/**
 * Removes the archive of a version that does not exist. Verdaccio would permanently refuse the version while the
 * archive exists.
 *
 * @param folder the package's folder
 */
export function clearVersion(
  folder: string,
  { name, version }: { readonly name: string; readonly version: string },
): void {
  const there = versionsIn(folder);
  const archive = archiveName(name, version);
  const isLeft = there !== undefined && !there.includes(version);
  clear(folder, (file) => isLeft && file === archive);
}

/**
 * Removes archives without a version. If files remain in the folder, Verdaccio only partly unpublishes the package.
 *
 * @param folder the package's folder
 */
export function removeOrphanArchives(folder: string, name: string): void {
  const archives = versionsIn(folder)?.map((version) => archiveName(name, version));
  clear(folder, (file) => archives?.includes(file) === false);
}

/** Removes unfinished files: all files except package.json and the archives to keep. */
function clear(folder: string, isLeft: (archive: string) => boolean): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry;
    const isGone = name.endsWith('.tgz') ? isLeft(name) : name !== 'package.json';
    if (isGone && entry.isFile()) rmSync(join(folder, name), { force: true });
  }
}
