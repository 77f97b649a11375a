import { dirname, join } from 'node:path';
import { stagedRootPath, recordsFolder } from '../project/records.ts';
import { changedSincePlan } from './apply-error.ts';
import type { FileSystem } from './file-system.ts';
import { discardFolder, type TargetRoot } from './folders.ts';
import {
  journalInvalid,
  listJournal,
  openBody,
  journalPaths,
  verifyJournal,
  type JournalListing,
  type JournalPaths,
} from './journal.ts';
import { backState, editedPaths, forwardState, rollBack, rollForward } from './run-steps.ts';
import { enterState, type Transaction } from './stage.ts';

/** Result of recovering an interrupted transaction. */
export type RecoveryOutcome = 'none' | 'rolled-back' | 'finished';

/** Result of a recovery and the affected files. */
export interface Recovery {
  readonly healed: RecoveryOutcome;
  /** Paths of the interrupted transaction. Empty if it had not changed any files. */
  readonly files: readonly string[];
  /** Whether the project folder, which the transaction had created, is removed again. */
  readonly rootRemoved: boolean;
}

/**
 * Recovers a project whose lock is held. Before the commit, deletes the journal. After the commit, finishes the
 * transaction. Continues to undo an aborted transaction. Verifies paths, seal and bytes before the first write.
 *
 * @throws GenlockError PROJECT_JOURNAL_INVALID, PROJECT_LINK, PROJECT_BLOCKED or PROJECT_CHANGED_SINCE_PLAN, without
 * any write.
 */
export async function recoverTransaction(place: TargetRoot): Promise<Recovery> {
  const places = journalPaths(place.root);
  const debris = (await place.fs.status(places.ended)) !== undefined;
  if (debris) await discardFolder(place.fs, places.ended);
  if ((await place.fs.status(places.folder)) === undefined) {
    return { healed: debris ? 'finished' : 'none', files: [], rootRemoved: false };
  }
  const listing = await listJournal(place.fs, places);
  if (listing.state === undefined || listing.state === 'prepared') {
    await endJournal(place.fs, places);
    return { healed: 'rolled-back', files: [], rootRemoved: false };
  }
  const transaction = await verifiedTransaction({ place, places }, listing);
  const files = transaction.body.steps.map(({ path }) => path);
  if ((await wayOut(transaction, listing)) === 'forward') {
    await rollForward(transaction);
    await endJournal(place.fs, places);
    return { healed: 'finished', files, rootRemoved: false };
  }
  return { healed: 'rolled-back', files, rootRemoved: await undo(transaction) };
}

async function verifiedTransaction(
  { place, places }: Pick<Transaction, 'place' | 'places'>,
  listing: JournalListing,
): Promise<Transaction> {
  if (listing.state === undefined) throw journalInvalid('it has no plan');
  const body = openBody(await place.fs.read(places.plan(listing.state)));
  await verifyJournal(place.fs, places, { body, listing });
  return { place, places, body };
}

/**
 * Chooses the direction of a recovery. After a commit it is `forward`. If the user has edited a file that was not
 * replaced yet, the direction is `back`, because the edit is based on the old file. If the user has also edited a
 * replaced file, recovery fails.
 *
 * @throws GenlockError PROJECT_CHANGED_SINCE_PLAN
 */
async function wayOut(transaction: Transaction, { state }: JournalListing): Promise<'forward' | 'back'> {
  const ahead = state === 'committed' ? await editedPaths(transaction, forwardState) : undefined;
  if (ahead?.length === 0) return 'forward';
  const behind = await editedPaths(transaction, backState);
  if (behind.length > 0) throw changedSincePlan([...(ahead ?? []), ...behind]);
  if (state === 'committed') await enterState(transaction, { from: 'committed', to: 'aborted' });
  return 'back';
}

/**
 * Undoes an aborted transaction and ends it.
 *
 * @returns whether it also removed the root, which the transaction had created
 * @throws GenlockError PROJECT_CHANGED_SINCE_PLAN
 */
async function undo(transaction: Transaction): Promise<boolean> {
  await rollBack(transaction);
  const { place, places, body } = transaction;
  if (body.newRoot && (await holdsOnlyJournal(place))) {
    await place.fs.rename(place.root, stagedRootPath(place.root));
    await discardFolder(place.fs, stagedRootPath(place.root));
    return true;
  }
  await endJournal(place.fs, places);
  return false;
}

async function holdsOnlyJournal({ fs, root }: TargetRoot): Promise<boolean> {
  const names = [...(await fs.list(root)), ...(await fs.list(join(root, recordsFolder)))];
  return names.every((name) => [recordsFolder, 'journal', 'lock'].includes(name));
}

/** Ends a transaction with one rename. The remaining files can be deleted at any time. */
export async function endJournal(fs: FileSystem, places: JournalPaths): Promise<void> {
  await fs.rename(places.folder, places.ended);
  await fs.sync(dirname(places.folder), 'folder');
  await discardFolder(fs, places.ended);
}
