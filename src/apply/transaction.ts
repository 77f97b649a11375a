import { join } from 'node:path';
import { obstacleError } from '../project/file-reader.ts';
import { recordsFolder } from '../project/records.ts';
import { concerning, quietly } from './apply-error.ts';
import { removeIfEmpty, type TargetRoot } from './folders.ts';
import { endJournal, recoverTransaction } from './recover-transaction.ts';
import { journalPaths } from './journal.ts';
import { acquireProjectLock } from './project-lock.ts';
import { rollForward } from './run-steps.ts';
import { enterState, stage, type Target } from './stage.ts';

/** Files to write in a transaction, and the command that runs it. */
export interface Work {
  readonly targets: readonly Target[];
  readonly command: string;
}

/** Runs a whole transaction in an existing folder. */
export async function runInRoot(place: TargetRoot, { targets, command }: Work): Promise<void> {
  let release: (() => Promise<void>) | undefined;
  try {
    await makeRecordsFolder(place);
    release = await concerning(recordsFolder, () => acquireProjectLock(place.fs, { home: place.root, command }));
    await recoverTransaction(place);
    await transact(place, targets);
  } finally {
    await quietly(async () => release?.());
    await quietly(() => removeIfEmpty(place.fs, join(place.root, recordsFolder)));
  }
}

async function makeRecordsFolder({ fs, root }: TargetRoot): Promise<void> {
  const status = await fs.status(join(root, recordsFolder));
  if (status === undefined) return concerning(recordsFolder, () => fs.makeFolder(join(root, recordsFolder)));
  if (status.kind === 'folder') return undefined;
  throw obstacleError(recordsFolder, { obstacle: status.kind === 'link' ? 'link' : 'special' });
}

async function transact(place: TargetRoot, targets: readonly Target[]): Promise<void> {
  const places = journalPaths(place.root);
  await orAbort(place, async () => {
    const body = await stage(place, places, { targets, newRoot: false });
    await enterState({ place, places }, { from: 'prepared', to: 'committed' });
    await rollForward({ place, places, body });
  });
}

/** Runs the steps of a transaction, and undoes them if a step fails. */
export async function orAbort(place: TargetRoot, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    await abort(place);
    throw cause;
  }
  await quietly(() => endJournal(place.fs, journalPaths(place.root)));
}

/** Restores the project. If this fails now, the next command undoes or finishes the transaction. */
async function abort(place: TargetRoot): Promise<void> {
  const places = journalPaths(place.root);
  await quietly(async () => {
    if ((await place.fs.status(places.plan('committed'))) !== undefined) {
      await place.fs.rename(places.plan('committed'), places.plan('aborted'));
      await quietly(() => place.fs.sync(places.folder, 'folder'));
    }
    await recoverTransaction(place);
  });
}

/** Returns the state of the project after a failure, for the error message. */
export async function outcomeOf({ fs, root }: TargetRoot): Promise<'undone' | 'pending'> {
  try {
    return (await fs.status(journalPaths(root).folder)) === undefined ? 'undone' : 'pending';
  } catch {
    return 'pending';
  }
}
