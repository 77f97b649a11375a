import { join } from 'node:path';
import { changedSincePlan, concerning, quietly } from './apply-error.ts';
import { makeFolders, missingParents, pruneParents, removeIfEmpty, syncParents } from './folders.ts';
import type { Step } from './journal.ts';
import { readTarget, type Transaction } from './stage.ts';

/** State of one step. `edited`: another process or the user changed the file, so the step must not touch it. */
export type StepState = 'done' | 'pending' | 'edited';

interface NumberedStep {
  readonly index: number;
  readonly step: Step;
}

function stepsOf({ body }: Transaction): readonly NumberedStep[] {
  return body.steps.map((step, index) => ({ step, index }));
}

/**
 * Returns the state of a step when rolling forward. A file whose new bytes have left the journal is done. If the old
 * file no longer exists, a deletion is done and any other step is pending.
 */
export async function forwardState({ place, places }: Transaction, { step, index }: NumberedStep): Promise<StepState> {
  const { before, after, path } = step;
  if (after !== undefined && (await place.fs.status(places.staged(index))) === undefined) return 'done';
  const found = await readTarget(place, path);
  if (found === undefined) return after === undefined ? 'done' : 'pending';
  return found.digest === before?.digest ? 'pending' : 'edited';
}

/**
 * Returns the state of a step when rolling back. A created file that the user has changed since is kept. A replaced
 * file that was changed is `edited` while the copy of its old bytes exists.
 */
export async function backState({ place, places }: Transaction, { step, index }: NumberedStep): Promise<StepState> {
  const { before, after, path } = step;
  if (after !== undefined && (await place.fs.status(places.staged(index))) !== undefined) return 'done';
  if (before !== undefined && (await place.fs.status(places.before(index))) === undefined) return 'done';
  const found = await readTarget(place, path);
  if (before === undefined) return found !== undefined && found.digest === after?.digest ? 'pending' : 'done';
  if (found === undefined) return 'pending';
  if (after === undefined) return 'done';
  return found.digest === after.digest ? 'pending' : 'edited';
}

/** Returns the paths of steps that are `edited` in the given direction. */
export async function editedPaths(transaction: Transaction, stateOf: typeof forwardState): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const numbered of stepsOf(transaction)) {
    if ((await stateOf(transaction, numbered)) === 'edited') paths.push(numbered.step.path);
  }
  return paths;
}

/**
 * Moves every remaining file from the journal into place. Checks each file immediately before. Skips finished steps, so
 * it can run again after a crash.
 *
 * @throws GenlockError PROJECT_CHANGED_SINCE_PLAN if a file isn't what the plan was made from.
 */
export async function rollForward(transaction: Transaction): Promise<void> {
  const { place, places, body } = transaction;
  const coming = body.steps.filter(({ after }) => after !== undefined).map(({ path }) => path);
  await makeFolders(place, coming);
  for (const numbered of stepsOf(transaction)) {
    const { path, after } = numbered.step;
    await concerning(path, async () => {
      if (!(await mustAct(transaction, numbered, forwardState))) return;
      if (after === undefined) return place.fs.remove(join(place.root, path));
      await makeFolders(place, [path]);
      await place.fs.rename(places.staged(numbered.index), join(place.root, path));
    });
  }
  for (const { path, after } of body.steps) if (after === undefined) await pruneParents(place, path);
  await syncParents(place, pathsOf(transaction));
}

/**
 * Removes created files, then the folders created for them, and restores every old file. Can run again after a crash.
 *
 * @throws GenlockError PROJECT_CHANGED_SINCE_PLAN if a file was changed after Genlock replaced it.
 */
export async function rollBack(transaction: Transaction): Promise<void> {
  const { place, places, body } = transaction;
  const backwards = stepsOf(transaction).toReversed();
  for (const numbered of backwards.filter(({ step }) => step.before === undefined)) {
    if (await mustAct(transaction, numbered, backState)) await place.fs.remove(join(place.root, numbered.step.path));
  }
  for (const folder of body.folders.toReversed()) {
    if ((await missingParents(place, folder)).length === 0) await removeIfEmpty(place.fs, join(place.root, folder));
  }
  for (const numbered of backwards.filter(({ step }) => step.before !== undefined)) {
    if (!(await mustAct(transaction, numbered, backState))) continue;
    await makeFolders(place, [numbered.step.path]);
    await place.fs.rename(places.before(numbered.index), join(place.root, numbered.step.path));
  }
  await quietly(() => syncParents(place, pathsOf(transaction)));
}

async function mustAct(
  transaction: Transaction,
  numbered: NumberedStep,
  stateOf: typeof forwardState,
): Promise<boolean> {
  const found = await stateOf(transaction, numbered);
  if (found === 'edited') throw changedSincePlan([numbered.step.path]);
  return found === 'pending';
}

function pathsOf({ body }: Transaction): readonly string[] {
  return body.steps.map(({ path }) => path);
}
