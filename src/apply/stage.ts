import { dirname, join } from 'node:path';
import { digestOf, type Digest } from '../core/digest.ts';
import { obstacleError } from '../project/file-reader.ts';
import { changedSincePlan, concerning } from './apply-error.ts';
import { missingParents, syncAll, type TargetRoot } from './folders.ts';
import { sealBody, type JournalBody, type JournalPaths, type JournalState, type Step } from './journal.ts';

/** Running transaction: its target folder, journal and steps. */
export interface Transaction {
  readonly place: TargetRoot;
  readonly places: JournalPaths;
  readonly body: JournalBody;
}

/** File to write or delete, with its bytes. */
export interface Target {
  readonly path: string;
  /** Required digest of the file on disk. If absent, the file must not exist. */
  readonly before?: Digest;
  /** New version of the file. If absent, the file is deleted. */
  readonly after?: { readonly content: string | Uint8Array; readonly digest: Digest; readonly mode: number };
}

/**
 * Writes everything the transaction needs to the journal: the new bytes, a copy of the old bytes, the sealed plan.
 * Flushes these files, so that a later commit finds them complete.
 *
 * @throws GenlockError PROJECT_CHANGED_SINCE_PLAN if a file isn't what the plan says.
 */
export async function stage(
  place: TargetRoot,
  places: JournalPaths,
  { targets, newRoot }: { readonly targets: readonly Target[]; readonly newRoot: boolean },
): Promise<JournalBody> {
  const { fs } = place;
  for (const folder of [places.folder, places.stagedFolder, places.beforeFolder]) await fs.makeFolder(folder);
  const folders = new Set<string>();
  const steps: Step[] = [];
  for (const [index, target] of targets.entries()) {
    await concerning(target.path, async () => {
      steps.push(await stageOne({ place, places, index }, target));
      if (target.after !== undefined)
        for (const folder of await missingParents(place, target.path)) folders.add(folder);
    });
  }
  const body: JournalBody = { version: 1, newRoot, folders: [...folders], steps };
  await fs.create(places.plan('prepared'), { content: sealBody(body), mode: 0o600 });
  await syncAll(fs, stagedFiles(places, body), 'file');
  const records = dirname(places.folder);
  for (const folder of [places.stagedFolder, places.beforeFolder, places.folder, records, dirname(records)]) {
    await fs.sync(folder, 'folder');
  }
  return body;
}

async function stageOne(
  at: { readonly place: TargetRoot; readonly places: JournalPaths; readonly index: number },
  target: Target,
): Promise<Step> {
  const { place, places, index } = at;
  const before = await copyBefore(at, target);
  const { after } = target;
  if (after !== undefined) await place.fs.create(places.staged(index), { content: after.content, mode: after.mode });
  return {
    path: target.path,
    ...(before && { before }),
    ...(after && { after: { digest: after.digest, mode: after.mode } }),
  };
}

async function copyBefore(
  { place, places, index }: { readonly place: TargetRoot; readonly places: JournalPaths; readonly index: number },
  target: Target,
): Promise<Step['before']> {
  const found = await readTarget(place, target.path);
  if (found?.digest !== target.before) throw changedSincePlan([target.path]);
  if (found === undefined) return undefined;
  await place.fs.create(places.before(index), { content: found.bytes, mode: found.mode });
  return { digest: found.digest, mode: found.mode };
}

function* stagedFiles(places: JournalPaths, { steps }: JournalBody): Generator<string> {
  yield places.plan('prepared');
  for (const [index, { before, after }] of steps.entries()) {
    if (after !== undefined) yield places.staged(index);
    if (before !== undefined) yield places.before(index);
  }
}

interface TargetOnDisk {
  readonly digest: Digest;
  readonly mode: number;
  readonly bytes: Uint8Array;
}

/**
 * Reads a file and its digest; `undefined` if it does not exist.
 *
 * @throws GenlockError PROJECT_LINK or PROJECT_BLOCKED if the path is not a regular file
 */
export async function readTarget(place: TargetRoot, path: string): Promise<TargetOnDisk | undefined> {
  const { fs, root } = place;
  if ((await missingParents(place, path)).length > 0) return undefined;
  const status = await fs.status(join(root, path));
  if (status === undefined) return undefined;
  if (status.kind !== 'file') throw obstacleError(path, { obstacle: status.kind });
  const bytes = await fs.read(join(root, path));
  return { digest: digestOf(bytes), mode: status.mode, bytes };
}

/** Moves a transaction to its next state with one rename. Flushes it, because all later steps depend on the state. */
export async function enterState(
  { place, places }: Pick<Transaction, 'place' | 'places'>,
  { from, to }: { readonly from: JournalState; readonly to: JournalState },
): Promise<void> {
  await place.fs.rename(places.plan(from), places.plan(to));
  await place.fs.sync(places.folder, 'folder');
}
