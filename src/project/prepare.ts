import { GenlockError } from '../errors/error.ts';
import { addChanges, planChanges, type Planned } from '../plan/changes.ts';
import { digestsOfKept } from '../plan/kept-edits.ts';
import type { MergeMode } from '../plan/merge-content.ts';
import { digestsOfOpen, markConflicts, stillOpen } from '../plan/open-conflicts.ts';
import { pathProblems } from '../core/paths.ts';
import type { Contents, OpenConflicts } from '../plan/plan.ts';
import { planRecords } from '../plan/records.ts';
import type { Tree } from '../core/tree.ts';
import { printBaseline } from './baseline.ts';
import { digestOf, type Digest } from '../core/digest.ts';
import { obstacleError } from './file-reader.ts';
import { printConflicts, printKept, readConflicts, readKept } from './file-records.ts';
import { mergingIn } from './merge-inputs.ts';
import { findMoved } from './moves.ts';
import { moveOwn, pairRenamed, renamedOverrides, renameKept, type FileRenames } from './renamed-files.ts';
import { listObjects, objectPath } from './objects.ts';
import { baselinePath, conflictsPath, gitFiles, keptPath } from './records.ts';
import { verifyRecords, type Evidence, type VerifiedRecords, type Repair } from './verify-records.ts';
import { readWorking } from './working.ts';

/** Desired state of a project. */
export interface DesiredProject {
  /** Root as returned by `openProject`. It may not exist yet. */
  readonly root: string;
  readonly desired: Tree;
  /** Files that are written without merging: `genlock.json`, `genlock.lock.json`, the schemas in `.genlock`. */
  readonly records: ReadonlyMap<string, string>;
  /** Objects of the stored operations of all installed plugins. */
  readonly objects: Contents;
  /** Installed but disabled plugins. The user's edits of their files are kept. */
  readonly disabled?: ReadonlySet<string>;
  /**
   * Returns the files that are generated only if the disabled plugins are enabled, including core files. Called only if
   * needed.
   */
  readonly dormant?: () => ReadonlySet<string>;
  /**
   * `mark` writes markers into files with conflicts and records the conflicts as open. By default, these files are
   * unchanged.
   */
  readonly conflicts?: 'mark' | 'leave';
  /**
   * Returns trees that Genlock may have written earlier, the most likely first. Used only if a required object is lost.
   */
  readonly former?: () => Iterable<Tree>;
  /** Returns the merge mode of a path. The default is `structure`. */
  readonly mergeModeOf?: (path: string) => MergeMode;
  /** Renamed entities. Their files keep the user's edits at the new paths. */
  readonly renames?: FileRenames;
}

/** Plan for a whole project, with the repairs of its records. */
export interface PreparedChanges extends Planned {
  readonly repairs: readonly Repair[];
}

/**
 * Reads the project and plans the whole transaction: the application files by three-way merge, and the resulting
 * changes of Genlock's records. A second preparation after apply is empty.
 *
 * @throws GenlockError PROJECT_PATH_INVALID for paths that are not portable, PROJECT_LINK or PROJECT_BLOCKED if the
 * path of a record is not a file, PROJECT_BASELINE_INVALID, PROJECT_RECORD_INVALID, PROJECT_UNREADABLE,
 * PROJECT_CHANGED_SINCE_PLAN if a file changes while it is read.
 */
export function prepareChanges(wanted: DesiredProject): PreparedChanges {
  const { root, desired, records, conflicts, former = () => [] } = wanted;
  checkPaths([...desired.keys(), ...records.keys()]);
  const [open, kept] = [stillOpen(readConflicts(root), desired), readKept(root)];
  const verified = verifyRecords({ root, desired, former, open, kept });
  const merged = planFiles(wanted, { ...verified, open, kept });
  const { planned, open: opened } = conflicts === 'mark' ? markConflicts(merged, open) : { planned: merged, open };
  const objects = new Map([...verified.contents, ...wanted.objects]);
  const needed = new Set(wanted.objects.keys());
  return {
    ...withRecords(planned, { root, records, objects, needed, stored: verified.stored, open: opened, prune: true }),
    repairs: verified.repairs,
  };
}

function planFiles(
  { root, desired, disabled, dormant, mergeModeOf, renames }: DesiredProject,
  { baseline, working: known, merging, open, kept }: VerifiedRecords & Pick<Evidence, 'open' | 'kept'>,
): Planned {
  const isKnown = (path: string): boolean => baseline.has(path) || desired.has(path);
  const moved = findMoved({ root, baseline, working: known, isKnown });
  const working = new Map([...known, ...readWorking(root, moved.values())]);
  const renamed = renames && pairRenamed(renames, { baseline, working, desired, open });
  const planned = planChanges({
    baseline,
    working,
    desired,
    digestOf,
    moved,
    open,
    kept:
      renames === undefined
        ? kept
        : renameKept(kept, renames, (path) => desired.has(path) || dormant?.().has(path) === true),
    ...(renamed && { renamed }),
    ...(disabled && { disabled }),
    ...(dormant && { dormant }),
    merging: {
      ...merging,
      ...(mergeModeOf && { modeOf: mergeModeOf }),
      ...(renames && { translate: renames.translate }),
    },
  });
  if (renames === undefined || renamed === undefined) return planned;
  const own = [...renames.own, ...renamedOverrides(renamed)];
  const present = readWorking(
    root,
    own.flatMap(({ from, to }) => [from, to]),
  );
  return moveOwn(own, { planned, working: present, read: mergingIn(root, present).working });
}

/** Input of `withRecords` in addition to a plan of the application files. */
export interface RecordsWanted extends Pick<DesiredProject, 'root' | 'records' | 'objects'> {
  /** Digests to keep in addition to the digests in the plan. By default, all `objects` are kept. */
  readonly needed?: ReadonlySet<Digest>;
  /** Objects that exist with verified bytes and need no write. */
  readonly stored?: ReadonlySet<Digest>;
  readonly open: OpenConflicts;
  /** Whether to delete objects that are no longer needed. */
  readonly prune: boolean;
}

/** Adds the changes of Genlock's records to a plan: baseline, objects, open conflicts, kept edits. */
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

/** Returns the objects that are no longer referenced. */
function spareObjects(root: string, needed: ReadonlySet<Digest>): readonly (readonly [string, undefined])[] {
  return listObjects(root).flatMap((digest) => (needed.has(digest) ? [] : [[objectPath(digest), undefined] as const]));
}

/** Returns the required objects whose bytes are known. */
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
