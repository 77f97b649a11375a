import { basename, dirname, join } from 'node:path';
import { newbornOf, recordsFolder } from '../project/records.ts';
import { changedSincePlan, quietly } from './apply-error.ts';
import { errnoOf } from './file-system.ts';
import { discardFolder, removeIfEmpty, type Place } from './folders.ts';
import { orAbort, type Work } from './transaction.ts';
import { placesIn, type JournalBody } from './journal.ts';
import { moveLock, takeLock } from './project-lock.ts';
import { makeNewborn, missingAbove } from './staged-root.ts';
import { rollForward } from './run-steps.ts';
import { enterState, stage } from './stage.ts';

/** A whole transaction that makes the project's folder, too: prepared beside it, committed by appearing. */
export async function runInNewRoot(place: Place, work: Work): Promise<void> {
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

async function prepareBeside({ fs, root }: Place, { targets, command }: Work): Promise<JournalBody> {
  const home = newbornOf(root);
  await makeNewborn({ fs, root }, command);
  const release = await lockOrLeave({ fs, root: home }, command);
  try {
    const [beside, places] = [{ fs, root: home }, placesIn(home)];
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

async function lockOrLeave({ fs, root }: Place, command: string): ReturnType<typeof takeLock> {
  try {
    return await takeLock(fs, { home: root, command });
  } catch (cause) {
    for (const folder of [join(root, recordsFolder), root]) await quietly(() => removeIfEmpty(fs, folder));
    throw cause;
  }
}

async function appear({ fs, root }: Place): Promise<void> {
  try {
    await fs.rename(newbornOf(root), root);
  } catch (cause) {
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(errnoOf(cause) ?? '')) throw changedSincePlan([basename(root)]);
    throw cause;
  }
}

async function finishInRoot(place: Place, body: JournalBody): Promise<void> {
  const { fs, root } = place;
  const release = moveLock(fs, { from: newbornOf(root), to: root });
  try {
    await orAbort(place, async () => {
      await fs.sync(dirname(root), 'folder');
      await rollForward({ place, places: placesIn(root), body });
    });
  } finally {
    await quietly(release);
    await quietly(() => removeIfEmpty(fs, join(root, recordsFolder)));
  }
}
