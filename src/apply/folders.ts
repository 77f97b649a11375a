import { dirname, join } from 'node:path';
import { GenlockError } from '../errors/error.ts';
import { parentsOf } from '../core/paths.ts';
import { obstacleError } from '../project/file-reader.ts';
import { errnoOf, type FileSystem } from './file-system.ts';

/** A place to write below: nothing outside it is ever touched. */
export interface TargetRoot {
  readonly fs: FileSystem;
  /** Absolute, without links. */
  readonly root: string;
}

/**
 * Folders above a path that don't exist yet, outermost first. Every existing segment is looked at: a link is never
 * gone through.
 *
 * @throws GenlockError PROJECT_LINK or PROJECT_BLOCKED if a segment is no folder.
 */
export async function missingParents({ fs, root }: TargetRoot, path: string): Promise<readonly string[]> {
  const parents = parentsOf(path);
  for (const [index, parent] of parents.entries()) {
    const status = await fs.status(join(root, parent));
    if (status === undefined) return parents.slice(index);
    if (status.kind === 'link') throw obstacleError(path, { obstacle: 'below-link', at: parent });
    if (status.kind !== 'folder') throw obstacleError(path, { obstacle: 'special', at: parent });
  }
  return [];
}

/**
 * Makes the folders above all paths, one level at a time, and flushes them: a file that is moved into a folder the disk
 * then forgets would be nowhere. What stands in the way is left for whoever moves the file.
 */
export async function makeFolders(place: TargetRoot, paths: Iterable<string>): Promise<void> {
  const { fs, root } = place;
  const holders = new Set<string>();
  for (const path of paths) {
    for (const folder of await freeParents(place, path)) {
      await fs.makeFolder(join(root, folder));
      holders.add(dirname(join(root, folder)));
    }
  }
  await Promise.all([...holders].map((folder) => fs.sync(folder, 'folder')));
}

async function freeParents(place: TargetRoot, path: string): Promise<readonly string[]> {
  try {
    return await missingParents(place, path);
  } catch (cause) {
    if (cause instanceof GenlockError) return [];
    throw cause;
  }
}

/** Removes a folder if it is there and empty; says whether it is gone. */
export async function removeIfEmpty(fs: FileSystem, folder: string): Promise<boolean> {
  const status = await fs.status(folder);
  if (status === undefined) return true;
  if (status.kind !== 'folder' || (await fs.list(folder)).length > 0) return false;
  try {
    await fs.removeFolder(folder);
    return true;
  } catch (cause) {
    if (['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(errnoOf(cause) ?? '')) return false;
    throw cause;
  }
}

/** Removes the folders above a path that have become empty, innermost first. */
export async function pruneParents({ fs, root }: TargetRoot, path: string): Promise<void> {
  for (const parent of parentsOf(path).toReversed()) {
    if (!(await removeIfEmpty(fs, join(root, parent)))) return;
  }
}

/** Removes a folder of our own with all it holds; a link in it is removed, not followed. */
export async function discardFolder(fs: FileSystem, folder: string): Promise<void> {
  const status = await fs.status(folder);
  if (status === undefined) return;
  if (status.kind !== 'folder') return fs.remove(folder);
  for (const name of await fs.list(folder)) await discardFolder(fs, join(folder, name));
  return fs.removeFolder(folder);
}

/** Flushes the entries of the folders that hold the given files, and of the folders above them. */
export async function syncParents({ fs, root }: TargetRoot, paths: Iterable<string>): Promise<void> {
  const folders = new Set(
    [...paths].flatMap((path) => [
      dirname(join(root, path)),
      ...parentsOf(path).map((parent) => join(root, parent)),
      root,
    ]),
  );
  await Promise.all(
    [...folders].map(async (folder) => {
      if ((await fs.status(folder))?.kind === 'folder') await fs.sync(folder, 'folder');
    }),
  );
}
