import { join } from 'node:path';
import { changedSincePlan, concerning, quietly } from './apply-error.ts';
import { makeFolders, missingParents, pruneParents, removeIfEmpty, syncParents } from './folders.ts';
import type { Step } from './journal.ts';
import { readTarget, type Transaction } from './stage.ts';

/** Where one step stands: `edited` means that somebody else changed the file, and nothing may be done to it. */
export type StepState = 'done' | 'pending' | 'edited';

interface NumberedStep {
  readonly index: number;
  readonly step: Step;
}

function stepsOf({ body }: Transaction): readonly NumberedStep[] {
  return body.steps.map((step, index) => ({ step, index }));
}

/**
 * On the way to what is wanted. New bytes that no longer wait in the journal have been brought into place; where an old
 * file is gone there is nothing to lose.
 */
export async function forwardStanding(
  { place, places }: Transaction,
  { step, index }: NumberedStep,
): Promise<StepState> {
  const { before, after, path } = step;
  if (after !== undefined && (await place.fs.status(places.staged(index))) === undefined) return 'done';
  const found = await readTarget(place, path);
  if (found === undefined) return after === undefined ? 'done' : 'pending';
  return found.digest === before?.digest ? 'pending' : 'edited';
}

/** On the way back. A file the user changed since it was created stays; one whose old bytes are kept is not given up. */
export async function backStanding({ place, places }: Transaction, { step, index }: NumberedStep): Promise<StepState> {
  const { before, after, path } = step;
  if (after !== undefined && (await place.fs.status(places.staged(index))) !== undefined) return 'done';
  if (before !== undefined && (await place.fs.status(places.before(index))) === undefined) return 'done';
  const found = await readTarget(place, path);
  if (before === undefined) return found !== undefined && found.digest === after?.digest ? 'pending' : 'done';
  if (found === undefined) return 'pending';
  if (after === undefined) return 'done';
  return found.digest === after.digest ? 'pending' : 'edited';
}

/** Paths that stand in the way of going one way. */
export async function editedPaths(
  transaction: Transaction,
  standing: typeof forwardStanding,
): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const numbered of stepsOf(transaction)) {
    if ((await standing(transaction, numbered)) === 'edited') paths.push(numbered.step.path);
  }
  return paths;
}

/**
 * Brings every file that still waits in the journal into place, looking at each once more right before; what was done
 * earlier is left alone, so it can be run again after a crash.
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
      if (!(await mustAct(transaction, numbered, forwardStanding))) return;
      if (after === undefined) return place.fs.remove(join(place.root, path));
      await makeFolders(place, [path]);
      await place.fs.rename(places.staged(numbered.index), join(place.root, path));
    });
  }
  for (const { path, after } of body.steps) if (after === undefined) await pruneParents(place, path);
  await syncParents(place, pathsOf(transaction));
}

/**
 * Takes created files out again, then the folders made for them, and puts every old file back. Can be run again after
 * a crash.
 *
 * @throws GenlockError PROJECT_CHANGED_SINCE_PLAN if a file was changed by somebody else after Genlock replaced it.
 */
export async function rollBack(transaction: Transaction): Promise<void> {
  const { place, places, body } = transaction;
  const backwards = stepsOf(transaction).toReversed();
  for (const numbered of backwards.filter(({ step }) => step.before === undefined)) {
    if (await mustAct(transaction, numbered, backStanding)) await place.fs.remove(join(place.root, numbered.step.path));
  }
  for (const folder of body.folders.toReversed()) {
    if ((await missingParents(place, folder)).length === 0) await removeIfEmpty(place.fs, join(place.root, folder));
  }
  for (const numbered of backwards.filter(({ step }) => step.before !== undefined)) {
    if (!(await mustAct(transaction, numbered, backStanding))) continue;
    await makeFolders(place, [numbered.step.path]);
    await place.fs.rename(places.before(numbered.index), join(place.root, numbered.step.path));
  }
  await quietly(() => syncParents(place, pathsOf(transaction)));
}

async function mustAct(
  transaction: Transaction,
  numbered: NumberedStep,
  standing: typeof forwardStanding,
): Promise<boolean> {
  const found = await standing(transaction, numbered);
  if (found === 'edited') throw changedSincePlan([numbered.step.path]);
  return found === 'pending';
}

function pathsOf({ body }: Transaction): readonly string[] {
  return body.steps.map(({ path }) => path);
}
