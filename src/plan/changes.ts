import { compareText, sortedMap, type Tree } from '../render/tree.ts';
import { parentsOf } from './paths.ts';
import type {
  Baseline,
  BaselineFile,
  Change,
  Conflict,
  Contents,
  DigestOf,
  Plan,
  Working,
  WorkingFile,
} from './plan.ts';
import { mergeFile, type FileOutcome } from './three-way.ts';

/** The three trees a plan is made of. */
export interface PlanInputs {
  /** What Genlock last wrote. */
  readonly baseline: Baseline;
  /** What is on disk, at least at every path of the other two. */
  readonly working: Working;
  /** What Genlock wants. */
  readonly desired: Tree;
  readonly digestOf: DigestOf;
}

/** A plan with the bytes it refers to, and the baseline that holds once it is applied. */
export interface Planned {
  readonly plan: Plan;
  readonly contents: Contents;
  readonly baseline: Baseline;
}

/** Three trees → the changes that bring the project to what is wanted without losing what the user did. Pure. */
export function planChanges({ baseline, working, desired, digestOf }: PlanInputs): Planned {
  const wanted = new Map([...desired].map(([path, file]) => [path, describe(file, digestOf)] as const));
  const paths = [...new Set([...baseline.keys(), ...wanted.keys()])].sort(compareText);
  const outcomes = new Map(
    paths.map((path) => [path, mergeFile(versionsOf(path, { baseline, working, wanted }))] as const),
  );
  for (const path of paths) {
    if (isBelowFile(path, { working, outcomes })) outcomes.set(path, blockedBy(path, { baseline, wanted }));
  }
  return {
    plan: {
      version: 1,
      changes: [...outcomes.values()].flatMap(({ change }) => change ?? []),
      conflicts: [...outcomes.values()].flatMap(({ conflict }) => conflict ?? []),
    },
    contents: new Map([...desired].map(([path, { content }]) => [wanted.get(path)?.digest ?? '', content])),
    baseline: sortedMap(
      [...outcomes].flatMap(([path, outcome]) => (outcome.baseline ? [[path, outcome.baseline]] : [])),
    ),
  };
}

function describe(
  file: { content: string | Uint8Array } & Omit<BaselineFile, 'digest'>,
  digestOf: DigestOf,
): BaselineFile {
  return { digest: digestOf(file.content), mode: file.mode, owner: file.owner };
}

interface ByPath {
  readonly baseline: Baseline;
  readonly working: Working;
  readonly wanted: ReadonlyMap<string, BaselineFile>;
}

function versionsOf(path: string, { baseline, working, wanted }: ByPath): Parameters<typeof mergeFile>[0] {
  const [base, onDisk, desired] = [baseline.get(path), working.get(path), wanted.get(path)];
  return {
    path,
    ...(base && { base }),
    ...(onDisk && { working: onDisk }),
    ...(desired && { desired }),
  };
}

/** A path that is to be created below something that is a file on disk and stays one. */
function isBelowFile(
  path: string,
  { working, outcomes }: { readonly working: Working; readonly outcomes: ReadonlyMap<string, FileOutcome> },
): boolean {
  if (outcomes.get(path)?.change?.kind !== 'create') return false;
  return parentsOf(path).some(
    (parent) => isNoFolder(working.get(parent)) && outcomes.get(parent)?.change?.kind !== 'delete',
  );
}

function isNoFolder(found: WorkingFile | undefined): boolean {
  return found !== undefined && !(found.kind === 'obstacle' && found.obstacle === 'folder');
}

function blockedBy(path: string, { baseline, wanted }: Omit<ByPath, 'working'>): FileOutcome {
  const base = baseline.get(path);
  const conflict: Conflict = { path, owner: wanted.get(path)?.owner ?? '', reason: 'blocked' };
  return { conflict, ...(base && { baseline: base }) };
}

/** The same plan with more changes, e.g. of Genlock's own records; sorted again. */
export function addChanges(plan: Plan, changes: readonly Change[]): Plan {
  return { ...plan, changes: [...plan.changes, ...changes].sort((left, right) => compareText(left.path, right.path)) };
}
