import { compareText, sortedMap } from '../core/tree.ts';
import { isWriting } from './kept-edits.ts';
import { isDormant, outcomesOf, type PathOutcome, type PlanInputs } from './outcomes.ts';
import { parentsOf } from '../core/paths.ts';
import type {
  Baseline,
  BaselineFile,
  Change,
  Conflict,
  Contents,
  KeptEdits,
  Moved,
  Plan,
  RenamedFile,
  Working,
  WorkingFile,
} from './plan.ts';
import type { DigestOf } from '../core/digest.ts';

/** Plan, the bytes it refers to, and the records after it is applied. */
export interface Planned {
  readonly plan: Plan;
  readonly contents: Contents;
  readonly baseline: Baseline;
  /** Paths on disk of files that merge both sides. */
  readonly merged: readonly string[];
  readonly moved: readonly Moved[];
  readonly renamed: readonly RenamedFile[];
  readonly kept: KeptEdits;
}

/** Compares three trees and plans the changes to the desired tree. Keeps all edits of the user. Pure. */
export function planChanges(inputs: PlanInputs): Planned {
  const { baseline, working, desired, digestOf } = inputs;
  const wanted = new Map([...desired].map(([path, file]) => [path, describe(file, digestOf)] as const));
  const outcomes = outcomesOf(inputs, wanted);
  for (const path of outcomes.keys()) {
    if (isBelowFile(path, { working, outcomes })) outcomes.set(path, blockedBy(path, { baseline, wanted }));
  }
  const all = [...outcomes];
  return {
    plan: {
      version: 1,
      changes: all.flatMap(([, { change, removal }]) => [change ?? [], removal ?? []].flat()).sort(byPath),
      conflicts: all.flatMap(([, { conflict }]) => conflict ?? []).sort(byPath),
    },
    contents: new Map([
      ...[...desired].map(([path, { content }]) => [wanted.get(path)?.digest ?? '', content] as const),
      ...all.flatMap(([, { contents = [] }]) => contents.map((content) => [digestOf(content), content] as const)),
    ]),
    baseline: sortedMap(all.flatMap(([path, outcome]) => (outcome.baseline ? [[path, outcome.baseline]] : []))),
    merged: all.flatMap(([, { at, isMerged }]) => (isMerged === true ? [at] : [])),
    moved: all.flatMap(([from, { at }]) => (from === at ? [] : [{ from, to: at }])),
    renamed: all.flatMap(([, { at, renamedFrom: from }]) => (from === undefined ? [] : [{ from, to: at }])),
    kept: keptAfter(inputs, outcomes),
  };
}

function byPath(left: { readonly path: string }, right: { readonly path: string }): number {
  return compareText(left.path, right.path);
}

function describe(
  file: { content: string | Uint8Array } & Omit<BaselineFile, 'digest'>,
  digestOf: DigestOf,
): BaselineFile {
  return { digest: digestOf(file.content), mode: file.mode, owner: file.owner };
}

type Outcomes = ReadonlyMap<string, PathOutcome>;

function keptAfter(inputs: PlanInputs, outcomes: Outcomes): KeptEdits {
  const { kept: before = new Map(), desired } = inputs;
  const kept = new Map(
    [...before].filter(([path, edit]) => isWriting(edit) || (!desired.has(path) && isDormant(path, edit, inputs))),
  );
  for (const [path, outcome] of outcomes) {
    if (outcome.isRestored === true) kept.delete(path);
    // Keeps an earlier edit if the file is now missing.
    const known = kept.get(path);
    const isLoss = known !== undefined && isWriting(known) && outcome.kept && !isWriting(outcome.kept);
    if (outcome.kept !== undefined && isLoss !== true) kept.set(path, outcome.kept);
  }
  return sortedMap(kept);
}

/** Returns whether a path would be created below a file that remains on disk. */
function isBelowFile(
  path: string,
  { working, outcomes }: { readonly working: Working; readonly outcomes: Outcomes },
): boolean {
  const change = outcomes.get(path)?.change;
  if (change?.kind !== 'create') return false;
  return parentsOf(change.path).some(
    (parent) => isNoFolder(working.get(parent)) && outcomes.get(parent)?.change?.kind !== 'delete',
  );
}

function isNoFolder(found: WorkingFile | undefined): boolean {
  return found !== undefined && !(found.kind === 'obstacle' && found.obstacle === 'folder');
}

function blockedBy(
  path: string,
  { baseline, wanted }: { readonly baseline: Baseline; readonly wanted: ReadonlyMap<string, BaselineFile> },
): PathOutcome {
  const base = baseline.get(path);
  const conflict: Conflict = { path, owner: wanted.get(path)?.owner ?? '', reason: 'blocked' };
  return { at: path, conflict, ...(base && { baseline: base }) };
}

/** Returns the plan with additional changes, such as changes of Genlock's records, sorted by path. */
export function addChanges(plan: Plan, changes: readonly Change[]): Plan {
  return { ...plan, changes: [...plan.changes, ...changes].sort(byPath) };
}
