import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { archiveName } from './publication.ts';
import { versionsIn } from './storage-check.ts';

/**
 * Takes away what a process that was killed, or had no room, left of files it began, and its locks, which would be waited
 * for, for minutes. For whoever has the package's folder to itself.
 */
export function clearDrafts(folder: string): void {
  clear(folder, () => false);
}

/**
 * Takes away what was begun of a version that isn't there. Over an archive alone Verdaccio refuses the version for ever.
 *
 * @param folder of the package
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
 * Takes away what belongs to no version that is there. With anything in the folder, Verdaccio takes back half a package.
 *
 * @param folder of the package
 */
export function removeOrphanArchives(folder: string, name: string): void {
  const archives = versionsIn(folder)?.map((version) => archiveName(name, version));
  clear(folder, (file) => archives?.includes(file) === false);
}

/** Beside archives and what is known of them, all is what nobody finished. */
function clear(folder: string, isLeft: (archive: string) => boolean): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry;
    const isGone = name.endsWith('.tgz') ? isLeft(name) : name !== 'package.json';
    if (isGone && entry.isFile()) rmSync(join(folder, name), { force: true });
  }
}
