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
  proveJournal,
  type JournalListing,
  type JournalPlaces,
} from './journal.ts';
import { backStanding, editedPaths, forwardStanding, rollBack, rollForward } from './run-steps.ts';
import { enterState, type Transaction } from './stage.ts';

/** What was done about an interrupted transaction. */
export type RecoveryOutcome = 'none' | 'rolled-back' | 'finished';

/** What healing did, and to which files. */
export interface Recovery {
  readonly healed: RecoveryOutcome;
  /** Paths the interrupted transaction was about; empty if it had touched nothing. */
  readonly files: readonly string[];
  /** The project's own folder had been made by the transaction and is gone again. */
  readonly rootRemoved: boolean;
}

/**
 * Heals a project whose lock is held. Before the commit the journal is thrown away; after it the rest is done; a
 * transaction that was being undone is undone. Everything is proved before the first write: paths, seal, bytes.
 *
 * @throws GenlockError PROJECT_JOURNAL_INVALID, PROJECT_LINK, PROJECT_BLOCKED or PROJECT_CHANGED_SINCE_PLAN; nothing
 * was written then.
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
  const transaction = await proved({ place, places }, listing);
  const files = transaction.body.steps.map(({ path }) => path);
  if ((await wayOut(transaction, listing)) === 'forward') {
    await rollForward(transaction);
    await endJournal(place.fs, places);
    return { healed: 'finished', files, rootRemoved: false };
  }
  return { healed: 'rolled-back', files, rootRemoved: await undo(transaction) };
}

async function proved(
  { place, places }: Pick<Transaction, 'place' | 'places'>,
  listing: JournalListing,
): Promise<Transaction> {
  if (listing.state === undefined) throw journalInvalid('it has no plan');
  const body = openBody(await place.fs.read(places.plan(listing.state)));
  await proveJournal(place.fs, places, { body, listing });
  return { place, places, body };
}

/**
 * Forward after a commit. If the user has edited a file that was still to be replaced, back: then their edit is an edit
 * of what was there before. If they have edited both kinds, neither can be had.
 */
async function wayOut(transaction: Transaction, { state }: JournalListing): Promise<'forward' | 'back'> {
  const ahead = state === 'committed' ? await editedPaths(transaction, forwardStanding) : undefined;
  if (ahead?.length === 0) return 'forward';
  const behind = await editedPaths(transaction, backStanding);
  if (behind.length > 0) throw changedSincePlan([...(ahead ?? []), ...behind]);
  if (state === 'committed') await enterState(transaction, { from: 'committed', to: 'aborted' });
  return 'back';
}

/**
 * Undoes an aborted transaction and ends it; says whether the root, made by it, is gone with it.
 *
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

/** One rename ends a transaction; what it leaves is only rubbish, whenever it is removed. */
export async function endJournal(fs: FileSystem, places: JournalPlaces): Promise<void> {
  await fs.rename(places.folder, places.ended);
  await fs.sync(dirname(places.folder), 'folder');
  await discardFolder(fs, places.ended);
}
