import { GenlockError } from '../errors/error.ts';
import { addChanges, planChanges, type Planned } from '../plan/changes.ts';
import { pathProblems } from '../plan/paths.ts';
import type { Contents, Digest } from '../plan/plan.ts';
import { planRecords } from '../plan/records.ts';
import type { Tree } from '../render/tree.ts';
import { printBaseline, readBaseline } from './baseline.ts';
import { digestOf } from './digest.ts';
import { obstacleError } from './file-reader.ts';
import { listObjects, objectPath } from './objects.ts';
import { baselinePath, gitFiles } from './records.ts';
import { readWorking } from './working.ts';

/** Everything that decides what a project will hold. */
export interface Wanted {
  /** As `openProject` gave it; may not exist yet. */
  readonly root: string;
  readonly desired: Tree;
  /** Written exactly as given: `genlock.json`, `genlock.lock.json`, the schemas in `.genlock`. */
  readonly records: ReadonlyMap<string, string>;
  /** What the stored operations of all installed plugins consist of. */
  readonly objects: Contents;
}

/**
 * Reads the project and plans the whole transaction: the files of the application by three-way merge, and Genlock's
 * own records, which follow from them. A second preparation after apply is empty.
 *
 * @throws GenlockError PROJECT_PATH_INVALID for paths that can't be written everywhere, PROJECT_LINK or
 * PROJECT_BLOCKED if something stands in the place of a record, PROJECT_BASELINE_INVALID, PROJECT_UNREADABLE.
 */
export function prepareChanges({ root, desired, records, objects }: Wanted): Planned {
  checkPaths([...desired.keys(), ...records.keys()]);
  const baseline = readBaseline(root);
  const working = readWorking(root, [...baseline.keys(), ...desired.keys()]);
  const planned = planChanges({ baseline, working, desired, digestOf });
  const files = new Map<string, string | Uint8Array | undefined>([
    ...gitFiles,
    ...records,
    ...objectFiles(root, planned, objects),
    [baselinePath, printBaseline(planned.baseline)],
  ]);
  const own = planRecords({ files, working: readRecords(root, files.keys()), digestOf });
  return {
    plan: addChanges(planned.plan, own.changes),
    contents: new Map([...planned.contents, ...own.contents]),
    baseline: planned.baseline,
  };
}

/** Objects that must be there with their bytes, and those nothing refers to any more. An old base is left as it is. */
function objectFiles(
  root: string,
  planned: Planned,
  objects: Contents,
): Iterable<[string, string | Uint8Array | undefined]> {
  const digests = [...planned.baseline.values()].map(({ digest }) => digest);
  const needed = new Set<Digest>([...digests, ...objects.keys()]);
  const files = new Map<string, string | Uint8Array | undefined>();
  for (const digest of listObjects(root)) if (!needed.has(digest)) files.set(objectPath(digest), undefined);
  for (const digest of needed) {
    const content = objects.get(digest) ?? planned.contents.get(digest);
    if (content !== undefined) files.set(objectPath(digest), content);
  }
  return files;
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
