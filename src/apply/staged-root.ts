import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GenlockError } from '../errors/error.ts';
import { isTransient, lockPath, stagedRootPath, recordsFolder } from '../project/records.ts';
import { errnoOf, type FileSystem } from './file-system.ts';
import { discardFolder, type TargetRoot } from './folders.ts';
import { listJournal, journalPaths } from './journal.ts';
import { acquireProjectLock } from './project-lock.ts';

/** Folders above a root that don't exist yet, outermost first. */
export async function missingAbove(fs: FileSystem, root: string): Promise<readonly string[]> {
  const missing: string[] = [];
  for (let folder = dirname(root); (await fs.status(folder)) === undefined; folder = dirname(folder)) {
    missing.unshift(folder);
  }
  return missing;
}

/** Another process may be between two of its first calls: how often, and how long, it is waited for (ms). */
const attempts = 5;
const pause = 20;

/**
 * Makes the folder beside the root, with an empty `.genlock` in it.
 *
 * @throws GenlockError PROJECT_LOCKED if another command makes the same project; PROJECT_BLOCKED if something that
 * isn't ours has the folder's name.
 */
export async function createStagedRoot({ fs, root }: TargetRoot, command: string): Promise<void> {
  const home = stagedRootPath(root);
  for (let attempt = 1; !(await makeIfAbsent(fs, home)); attempt += 1) {
    if (attempt > attempts) throw notOurs(home);
    if (!(await clearNewborn({ fs, root }, command))) await sleep(pause);
  }
  try {
    await fs.makeFolder(join(home, recordsFolder));
  } catch (cause) {
    await fs.removeFolder(home);
    throw cause;
  }
}

async function makeIfAbsent(fs: FileSystem, folder: string): Promise<boolean> {
  try {
    await fs.makeFolder(folder);
    return true;
  } catch (cause) {
    if (errnoOf(cause) === 'EEXIST') return false;
    throw cause;
  }
}

/**
 * Removes what a crash left beside a root that was to be made. Only a folder that holds nothing but a transaction is
 * touched.
 *
 * @returns whether there was one.
 * @throws GenlockError PROJECT_LOCKED if the command that made it is still running.
 */
export async function clearNewborn({ fs, root }: TargetRoot, command: string): Promise<boolean> {
  const home = stagedRootPath(root);
  if (!(await isNewborn(fs, home))) return false;
  for (let attempt = 1; !(await hasLock(fs, home)) && attempt <= attempts; attempt += 1) await sleep(pause);
  if (await hasLock(fs, home)) await (await acquireProjectLock(fs, { home, command }))();
  await discardFolder(fs, home);
  return true;
}

async function hasLock(fs: FileSystem, home: string): Promise<boolean> {
  return (await fs.status(join(home, lockPath))) !== undefined;
}

async function isNewborn(fs: FileSystem, home: string): Promise<boolean> {
  if ((await fs.status(home))?.kind !== 'folder') return false;
  const names = await fs.list(home);
  if (names.length === 0) return true;
  const records = join(home, recordsFolder);
  if (names.some((name) => name !== recordsFolder) || (await fs.status(records))?.kind !== 'folder') return false;
  const recordNames = await fs.list(records);
  if (!recordNames.every(isTransient)) return false;
  if (recordNames.includes('journal')) await listJournal(fs, journalPaths(home));
  return true;
}

function notOurs(path: string): GenlockError {
  return new GenlockError({ code: 'PROJECT_BLOCKED', message: `${path} stands in the way`, where: { file: path } });
}
