import { basename, dirname, join } from 'node:path';
import { stagedRootPath, recordsFolder } from '../project/records.ts';
import { changedSincePlan, quietly } from './apply-error.ts';
import { errnoOf } from './file-system.ts';
import { discardFolder, removeIfEmpty, type TargetRoot } from './folders.ts';
import { orAbort, type Work } from './transaction.ts';
import { journalPaths, type JournalBody } from './journal.ts';
import { moveLock, acquireProjectLock } from './project-lock.ts';
import { createStagedRoot, missingAbove } from './staged-root.ts';
import { rollForward } from './run-steps.ts';
import { enterState, stage } from './stage.ts';

/**
 * Runs a transaction that also creates the project folder. Prepares it in a folder next to the root and commits by
 * renaming that folder.
 */
export async function runInNewRoot(place: TargetRoot, work: Work): Promise<void> {
  const { fs, root } = place;
  const above = await missingAbove(fs, root);
  try {
    for (const folder of above) await fs.makeFolder(folder);
    const body = await prepareBeside(place, work);
    await finishInRoot(place, body);
  } catch (cause) {
    for (const folder of above.toReversed()) await quietly(() => removeIfEmpty(fs, folder));
    throw cause;
  }
}

async function prepareBeside({ fs, root }: TargetRoot, { targets, command }: Work): Promise<JournalBody> {
  const home = stagedRootPath(root);
  await createStagedRoot({ fs, root }, command);
  const release = await lockOrLeave({ fs, root: home }, command);
  try {
    const [beside, places] = [{ fs, root: home }, journalPaths(home)];
    const body = await stage(beside, places, { targets, newRoot: true });
    await enterState({ place: beside, places }, { from: 'prepared', to: 'committed' });
    await appear({ fs, root });
    return body;
  } catch (cause) {
    await quietly(release);
    await quietly(() => discardFolder(fs, home));
    throw cause;
  }
}

async function lockOrLeave({ fs, root }: TargetRoot, command: string): ReturnType<typeof acquireProjectLock> {
  try {
    return await acquireProjectLock(fs, { home: root, command });
  } catch (cause) {
    for (const folder of [join(root, recordsFolder), root]) await quietly(() => removeIfEmpty(fs, folder));
    throw cause;
  }
}

async function appear({ fs, root }: TargetRoot): Promise<void> {
  try {
    await fs.rename(stagedRootPath(root), root);
  } catch (cause) {
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(errnoOf(cause) ?? '')) throw changedSincePlan([basename(root)]);
    throw cause;
  }
}

async function finishInRoot(place: TargetRoot, body: JournalBody): Promise<void> {
  const { fs, root } = place;
  const release = moveLock(fs, { from: stagedRootPath(root), to: root });
  try {
    await orAbort(place, async () => {
      await fs.sync(dirname(root), 'folder');
      await rollForward({ place, places: journalPaths(root), body });
    });
  } finally {
    await quietly(release);
    await quietly(() => removeIfEmpty(fs, join(root, recordsFolder)));
  }
}
