import { GenlockError } from '../errors/error.ts';
import { addChanges, planChanges, type Planned } from '../plan/changes.ts';
import { digestsOfKept } from '../plan/kept-edits.ts';
import type { MergeMode } from '../plan/merge-content.ts';
import { digestsOfOpen, markConflicts } from '../plan/open-conflicts.ts';
import { pathProblems } from '../core/paths.ts';
import type { Contents, OpenConflicts } from '../plan/plan.ts';
import { planRecords } from '../plan/records.ts';
import type { Tree } from '../core/tree.ts';
import { printBaseline } from './baseline.ts';
import { digestOf, type Digest } from '../core/digest.ts';
import { obstacleError } from './file-reader.ts';
import { printConflicts, printKept, readConflicts, readKept } from './file-records.ts';
import { findMoved } from './moves.ts';
import { listObjects, objectPath } from './objects.ts';
import { baselinePath, conflictsPath, gitFiles, keptPath } from './records.ts';
import { verifyRecords, type Evidence, type VerifiedRecords, type Repair } from './verify-records.ts';
import { readWorking } from './working.ts';

/** Everything that decides what a project will hold. */
export interface DesiredProject {
  /** As `openProject` gave it; may not exist yet. */
  readonly root: string;
  readonly desired: Tree;
  /** Written exactly as given: `genlock.json`, `genlock.lock.json`, the schemas in `.genlock`. */
  readonly records: ReadonlyMap<string, string>;
  /** What the stored operations of all installed plugins consist of. */
  readonly objects: Contents;
  /** Plugins that are installed but switched off: what the user made of their files is kept for when they come back. */
  readonly disabled?: ReadonlySet<string>;
  /** Files that are wanted again once those plugins are on, the core's among them; asked for only where it matters. */
  readonly dormant?: () => ReadonlySet<string>;
  /** `mark` writes markers into files with conflicts and records them as open; if absent they stay as they are. */
  readonly conflicts?: 'mark' | 'leave';
  /** What Genlock may have written before, the likeliest first: looked at if something it should have kept is lost. */
  readonly former?: () => Iterable<Tree>;
  /** How files both sides changed are merged; by what they hold if absent. */
  readonly mergeModeOf?: (path: string) => MergeMode;
}

/** A plan for a whole project, and what of its records had to be repaired for it. */
export interface PreparedChanges extends Planned {
  readonly repairs: readonly Repair[];
}

/**
 * Reads the project and plans the whole transaction: the files of the application by three-way merge, and Genlock's
 * own records, which follow from them. A second preparation after apply is empty.
 *
 * @throws GenlockError PROJECT_PATH_INVALID for paths that can't be written everywhere, PROJECT_LINK or
 * PROJECT_BLOCKED if something stands in the place of a record, PROJECT_BASELINE_INVALID, PROJECT_RECORD_INVALID,
 * PROJECT_UNREADABLE, PROJECT_CHANGED_SINCE_PLAN if a file changes while it is read.
 */
export function prepareChanges(wanted: DesiredProject): PreparedChanges {
  const { root, desired, records, conflicts, former = () => [] } = wanted;
  checkPaths([...desired.keys(), ...records.keys()]);
  const [open, kept] = [readConflicts(root), readKept(root)];
  const proved = verifyRecords({ root, desired, former, open, kept });
  const merged = planFiles(wanted, { ...proved, open, kept });
  const { planned, open: opened } = conflicts === 'mark' ? markConflicts(merged, open) : { planned: merged, open };
  const objects = new Map([...proved.contents, ...wanted.objects]);
  const needed = new Set(wanted.objects.keys());
  return {
    ...withRecords(planned, { root, records, objects, needed, stored: proved.stored, open: opened, prune: true }),
    repairs: proved.repairs,
  };
}

function planFiles(
  { root, desired, disabled, dormant, mergeModeOf }: DesiredProject,
  { baseline, working: known, merging, open, kept }: VerifiedRecords & Pick<Evidence, 'open' | 'kept'>,
): Planned {
  const isKnown = (path: string): boolean => baseline.has(path) || desired.has(path);
  const moved = findMoved({ root, baseline, working: known, isKnown });
  const working = new Map([...known, ...readWorking(root, moved.values())]);
  return planChanges({
    baseline,
    working,
    desired,
    digestOf,
    moved,
    open,
    kept,
    ...(disabled && { disabled }),
    ...(dormant && { dormant }),
    merging: { ...merging, ...(mergeModeOf && { modeOf: mergeModeOf }) },
  });
}

/** What `withRecords` needs beside a plan of the application's files. */
export interface RecordsWanted extends Pick<DesiredProject, 'root' | 'records' | 'objects'> {
  /** Digests that are to be kept beside those of the plan's own files; all of `objects` if absent. */
  readonly needed?: ReadonlySet<Digest>;
  /** Objects that were found whole just now and needn't be written. */
  readonly stored?: ReadonlySet<Digest>;
  readonly open: OpenConflicts;
  /** Whether objects go that nothing of this needs. */
  readonly prune: boolean;
}

/** The same plan with the changes of Genlock's own records: the baseline, its objects, open conflicts, kept edits. */
export function withRecords(planned: Planned, wanted: RecordsWanted): Planned {
  const { root, records, objects, stored = new Set(), open, prune } = wanted;
  const needed = [
    ...[...planned.baseline.values()].map(({ digest }) => digest),
    ...(wanted.needed ?? objects.keys()),
    ...digestsOfOpen(open),
    ...digestsOfKept(planned.kept),
  ];
  const files = new Map<string, string | Uint8Array | undefined>([
    ...gitFiles,
    ...records,
    ...(prune ? spareObjects(root, new Set(needed)) : []),
    ...objectFiles(new Set(needed.filter((digest) => !stored.has(digest))), new Map([...planned.contents, ...objects])),
    [conflictsPath, printConflicts(open)],
    [keptPath, printKept(planned.kept)],
    [baselinePath, printBaseline(planned.baseline)],
  ]);
  const own = planRecords({ files, working: readRecords(root, files.keys()), digestOf });
  return {
    ...planned,
    plan: addChanges(planned.plan, own.changes),
    contents: new Map([...planned.contents, ...own.contents]),
  };
}

/** Objects nothing refers to any more. */
function spareObjects(root: string, needed: ReadonlySet<Digest>): readonly (readonly [string, undefined])[] {
  return listObjects(root).flatMap((digest) => (needed.has(digest) ? [] : [[objectPath(digest), undefined] as const]));
}

/** Objects that must be there and whose bytes are known; an old one is left as it is. */
function objectFiles(
  needed: ReadonlySet<Digest>,
  contents: Contents,
): readonly (readonly [string, string | Uint8Array])[] {
  return [...needed].flatMap((digest) => {
    const content = contents.get(digest);
    return content === undefined ? [] : [[objectPath(digest), content] as const];
  });
}

function readRecords(root: string, paths: Iterable<string>): ReturnType<typeof readWorking> {
  const working = readWorking(root, paths);
  for (const [path, found] of working) if (found.kind === 'obstacle') throw obstacleError(path, found);
  return working;
}

function checkPaths(paths: readonly string[]): void {
  const [first, ...rest] = pathProblems(paths).map(({ path, problem }) => ({
    code: 'PROJECT_PATH_INVALID' as const,
    message: `the path ${JSON.stringify(path)} ${problem}`,
    where: { file: path },
  }));
  if (first !== undefined) throw new GenlockError([first, ...rest]);
}
