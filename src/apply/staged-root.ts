import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GenlockError } from '../errors/error.ts';
import { isTransient, lockPath, stagedRootPath, recordsFolder } from '../project/records.ts';
import { errnoOf, type FileSystem } from './file-system.ts';
import { discardFolder, type TargetRoot } from './folders.ts';
import { listJournal, journalPaths } from './journal.ts';
import { acquireProjectLock } from './project-lock.ts';

/** Returns the missing folders above a root, outermost first. */
export async function missingAbove(fs: FileSystem, root: string): Promise<readonly string[]> {
  const missing: string[] = [];
  for (let folder = dirname(root); (await fs.status(folder)) === undefined; folder = dirname(folder)) {
    missing.unshift(folder);
  }
  return missing;
}

/** Limits the wait for another process between its first calls: attempts, and milliseconds between attempts. */
const attempts = 5;
const pause = 20;

/**
 * Creates the staging folder next to the root, with an empty `.genlock` folder.
 *
 * @throws GenlockError PROJECT_LOCKED if another command creates the same project; PROJECT_BLOCKED if the folder’s name
 * is taken by a folder or file that Genlock did not create.
 */
export async function createStagedRoot({ fs, root }: TargetRoot, command: string): Promise<void> {
  const home = stagedRootPath(root);
  for (let attempt = 1; !(await makeIfAbsent(fs, home)); attempt += 1) {
    if (attempt > attempts) throw notOurs(home);
    if (!(await clearStagedRoot({ fs, root }, command))) await sleep(pause);
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
 * Removes the staging folder that a crash left next to a root, if the folder contains only a transaction.
 *
 * @returns whether the staging folder existed.
 * @throws GenlockError PROJECT_LOCKED if the command that created it is still running.
 */
export async function clearStagedRoot({ fs, root }: TargetRoot, command: string): Promise<boolean> {
  const home = stagedRootPath(root);
  if (!(await isStagedRoot(fs, home))) return false;
  for (let attempt = 1; !(await hasLock(fs, home)) && attempt <= attempts; attempt += 1) await sleep(pause);
  if (await hasLock(fs, home)) await (await acquireProjectLock(fs, { home, command }))();
  await discardFolder(fs, home);
  return true;
}

async function hasLock(fs: FileSystem, home: string): Promise<boolean> {
  return (await fs.status(join(home, lockPath))) !== undefined;
}

async function isStagedRoot(fs: FileSystem, home: string): Promise<boolean> {
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
  return new GenlockError({
    code: 'PROJECT_BLOCKED',
    message: `the existing ${path} was not created by Genlock`,
    where: { file: path },
  });
}
