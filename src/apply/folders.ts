import { dirname, join } from 'node:path';
import { GenlockError } from '../errors/error.ts';
import { parentsOf } from '../core/paths.ts';
import { obstacleError } from '../project/file-reader.ts';
import { errnoOf, type FileSystem } from './file-system.ts';

/** Root folder of a transaction. Writes outside it are not allowed. */
export interface TargetRoot {
  readonly fs: FileSystem;
  /** Absolute, without links. */
  readonly root: string;
}

/**
 * Returns the missing folders above a path, outermost first. Checks every existing segment and never follows a link.
 *
 * @throws GenlockError PROJECT_LINK or PROJECT_BLOCKED if a segment is not a folder.
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
 * Creates the folders above all paths, one level at a time. Flushes them, because a file is lost if it is renamed into
 * a folder that is not yet on disk. Skips paths below a link or file. The step that moves the file reports the error.
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
  await syncAll(fs, holders, 'folder');
}

async function freeParents(place: TargetRoot, path: string): Promise<readonly string[]> {
  try {
    return await missingParents(place, path);
  } catch (cause) {
    if (cause instanceof GenlockError) return [];
    throw cause;
  }
}

/**
 * Removes a folder if it exists and is empty.
 *
 * @returns whether the folder no longer exists
 */
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

/** Removes empty folders above a path, innermost first. */
export async function pruneParents({ fs, root }: TargetRoot, path: string): Promise<void> {
  for (const parent of parentsOf(path).toReversed()) {
    if (!(await removeIfEmpty(fs, join(root, parent)))) return;
  }
}

/** Removes a folder of Genlock with its content. Removes links without following them. */
export async function discardFolder(fs: FileSystem, folder: string): Promise<void> {
  const status = await fs.status(folder);
  if (status === undefined) return;
  if (status.kind !== 'folder') return fs.remove(folder);
  for (const name of await fs.list(folder)) await discardFolder(fs, join(folder, name));
  return fs.removeFolder(folder);
}

/** Flushes the folders that contain the given files, and the folders above them. */
export async function syncParents({ fs, root }: TargetRoot, paths: Iterable<string>): Promise<void> {
  const folders = new Set(
    [...paths].flatMap((path) => [
      dirname(join(root, path)),
      ...parentsOf(path).map((parent) => join(root, parent)),
      root,
    ]),
  );
  const existing: string[] = [];
  for (const folder of folders) if ((await fs.status(folder))?.kind === 'folder') existing.push(folder);
  await syncAll(fs, existing, 'folder');
}

/** Number of files or folders that are open at the same time. Some systems allow a process only 256. */
const mostOpen = 64;

/** Flushes files or folders, several at the same time. */
export async function syncAll(fs: FileSystem, paths: Iterable<string>, kind: 'file' | 'folder'): Promise<void> {
  const pending = [...paths];
  while (pending.length > 0) {
    await Promise.all(pending.splice(0, mostOpen).map((path) => fs.sync(path, kind)));
  }
}
