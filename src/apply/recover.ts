import { join } from 'node:path';
import { obstacleError } from '../project/file-reader.ts';
import { realRoot } from '../project/open.ts';
import { isTransient, recordsFolder } from '../project/records.ts';
import { failureOf } from './apply-error.ts';
import { nodeFileSystem, type FileSystem } from './file-system.ts';
import { removeIfEmpty, type TargetRoot } from './folders.ts';
import { recoverTransaction, type Recovery } from './recover-transaction.ts';
import { acquireProjectLock } from './project-lock.ts';
import { clearStagedRoot } from './staged-root.ts';

/** Project to recover. */
export interface RecoverRequest {
  readonly root: string;
  /** The running command, named in the lock file, e.g. `genlock init shop`. */
  readonly command: string;
  /** File system to use. The default is the real disk. */
  readonly fs?: FileSystem;
}

const nothing: Recovery = { healed: 'none', files: [], rootRemoved: false };

/**
 * Finishes or undoes an interrupted command. Every command runs this first. Only reads if no command was interrupted.
 * Run it before `openProject`, which cannot classify an interrupted project.
 *
 * @throws GenlockError PROJECT_LOCKED if another command is running; PROJECT_JOURNAL_INVALID, PROJECT_LINK or
 * PROJECT_BLOCKED if Genlock did not write the journal or lock; PROJECT_CHANGED_SINCE_PLAN if affected files were
 * edited since; PROJECT_WRITE_FAILED.
 */
export async function recover({ root: path, command, fs = nodeFileSystem }: RecoverRequest): Promise<Recovery> {
  const place: TargetRoot = { fs, root: realRoot(path) };
  try {
    const cleared = await clearStagedRoot(place, command);
    const recovery = (await needsRecovery(place)) ? await recoverLocked(place, command) : nothing;
    return cleared && recovery.healed === 'none' ? { ...recovery, healed: 'rolled-back', rootRemoved: true } : recovery;
  } catch (cause) {
    throw failureOf(cause, 'pending');
  }
}

async function needsRecovery({ fs, root }: TargetRoot): Promise<boolean> {
  const records = await fs.status(join(root, recordsFolder));
  if (records === undefined) return false;
  if (records.kind !== 'folder') {
    throw obstacleError(recordsFolder, { obstacle: records.kind === 'link' ? 'link' : 'special' });
  }
  const names = await fs.list(join(root, recordsFolder));
  return names.length === 0 || names.some(isTransient);
}

async function recoverLocked(place: TargetRoot, command: string): Promise<Recovery> {
  const { fs, root } = place;
  const release = await acquireProjectLock(fs, { home: root, command });
  try {
    return await recoverTransaction(place);
  } finally {
    await release();
    await removeAside(place);
    await removeIfEmpty(fs, join(root, recordsFolder));
  }
}

/** Removes abandoned locks, left by a process that ended while it replaced a lock. */
async function removeAside({ fs, root }: TargetRoot): Promise<void> {
  const folder = join(root, recordsFolder);
  if ((await fs.status(folder)) === undefined) return;
  const names = (await fs.list(folder)).filter((name) => /^lock(?:\.[0-9a-f]+)+$/u.test(name));
  for (const name of names) await fs.remove(join(folder, name));
}
