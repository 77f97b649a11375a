/** Conflicts written into the project for the user to resolve, and their resolution. Pure. */
import { sortedMap } from '../core/tree.ts';
import type { Planned } from './changes.ts';
import type {
  Baseline,
  BaselineFile,
  Change,
  Conflict,
  KeptEdit,
  KeptEdits,
  OpenConflict,
  OpenConflicts,
  Plan,
  Working,
} from './plan.ts';
import type { Digest } from '../core/digest.ts';

/**
 * Opens all conflicts that can be resolved. Plans to write the marked text into the files that have one. Other files
 * are unchanged until they are resolved.
 *
 * @param before conflicts that are already open
 */
export function markConflicts(
  { plan, ...planned }: Planned,
  before: OpenConflicts,
): { readonly planned: Planned; readonly open: OpenConflicts } {
  const marks = plan.conflicts.flatMap((conflict) => markOf(conflict, plan) ?? []);
  const marked = new Set(marks.map(({ path }) => path));
  const changes = [...plan.changes.filter(({ path }) => !marked.has(path)), ...marks];
  const opened = plan.conflicts.flatMap((conflict): readonly (readonly [string, OpenConflict])[] => {
    const { owner, reason, origin, sides } = conflict;
    if (sides === undefined || reason === 'blocked' || reason === 'open') return [];
    return [[conflict.path, { owner, reason, ...(origin !== undefined && { origin }), ...sides }]];
  });
  return {
    planned: {
      ...planned,
      plan: { ...plan, changes: changes.sort((left, right) => (left.path < right.path ? -1 : 1)) },
    },
    open: sortedMap([...before, ...opened]),
  };
}

function markOf({ path, owner, sides }: Conflict, plan: Plan): Change | undefined {
  if (sides?.marked === undefined) return undefined;
  const target = { path, owner, mode: sides.mode, after: sides.marked };
  const restored = plan.changes.some((change) => change.path === path && change.kind === 'create');
  return restored ? { kind: 'create', ...target } : { kind: 'update', ...target, before: sides.yours };
}

/** Open conflicts of a project, with its baseline and files. */
export interface OpenInputs {
  readonly open: OpenConflicts;
  readonly baseline: Baseline;
  /** Files on disk at the paths of the conflicts. */
  readonly working: Working;
}

/** Changes and records that close conflicts. */
export interface Closing {
  readonly changes: readonly Change[];
  readonly baseline: Baseline;
  /** Conflicts that remain open. */
  readonly open: OpenConflicts;
}

/**
 * Accepts the current files as the user's versions. Each file becomes an edited file of the version that Genlock
 * generated. A file that Genlock no longer generates belongs to the user, and is recorded as a kept edit.
 *
 * @param isMarked whether a file still contains markers; such conflicts remain open
 */
export function closeResolved(
  inputs: OpenInputs,
  isMarked: (path: string) => boolean,
): Omit<Closing, 'changes'> & { readonly kept: KeptEdits } {
  const left = new Map<string, OpenConflict>();
  const files = new Map(inputs.baseline);
  const closed: (readonly [string, OpenConflict])[] = [];
  for (const [path, conflict] of inputs.open) {
    if (conflict.marked !== undefined && isMarked(path)) left.set(path, conflict);
    else {
      closeFile(path, conflict, files);
      closed.push([path, conflict]);
    }
  }
  return { baseline: sortedMap(files), open: left, kept: keptOf(closed, inputs) };
}

/** Returns the user's edits of files that Genlock no longer generates and that are now the user's own. */
function keptOf(
  closed: Iterable<readonly [string, OpenConflict]>,
  { baseline, working }: Omit<OpenInputs, 'open'>,
): KeptEdits {
  const kept = new Map<string, KeptEdit>();
  for (const [path, { theirs, owner, mode: before, origin }] of closed) {
    const key = origin ?? path;
    const [base, found] = [baseline.get(key)?.digest, working.get(path)];
    if (theirs !== undefined || base === undefined || found?.kind !== 'file') continue;
    const { digest: yours, mode = before } = found;
    kept.set(key, { owner, base, yours, mode, ...(origin !== undefined && { movedTo: path }), stays: true });
  }
  return kept;
}

function closeFile(path: string, { origin, theirs }: OpenConflict, files: Map<string, BaselineFile>): void {
  const key = origin ?? path;
  if (theirs === undefined) files.delete(key);
  else files.set(key, origin === undefined ? theirs : { ...theirs, movedTo: path });
}

/**
 * Restores the user's version of every marked file and keeps the baseline. A file that Genlock no longer generates
 * leaves the baseline and belongs to the user. It is recorded as a kept edit, in case Genlock generates it again.
 */
export function closeAborted({ open, baseline, working }: OpenInputs): Closing & { readonly kept: KeptEdits } {
  const changes = [...open].flatMap(([path, conflict]) => undoOf(path, conflict, working) ?? []);
  const files = new Map(baseline);
  for (const [path, { theirs, origin }] of open) if (theirs === undefined) files.delete(origin ?? path);
  return { changes, baseline: files, open: new Map(), kept: keptOf(open, { baseline, working }) };
}

function undoOf(path: string, { owner, mode, yours, marked }: OpenConflict, working: Working): Change | undefined {
  const found = working.get(path);
  if (marked === undefined || (found?.kind === 'file' && found.digest === yours)) return undefined;
  const target = { path, owner, mode, after: yours };
  if (found === undefined) return { kind: 'create', ...target };
  return found.kind === 'file' ? { kind: 'update', ...target, before: found.digest } : undefined;
}

/** Returns the digests of all objects that open conflicts need. */
export function digestsOfOpen(open: OpenConflicts): readonly Digest[] {
  return [...open.values()].flatMap(({ yours, theirs, marked }) => [
    ...(marked === undefined ? [] : [yours]),
    ...(theirs === undefined ? [] : [theirs.digest]),
  ]);
}

/**
 * Returns the conflicts without those of files that Genlock generates again. A merge decides about these files, because
 * they are unchanged since the conflict.
 */
export function stillOpen(open: OpenConflicts, desired: ReadonlyMap<string, unknown>): OpenConflicts {
  return new Map([...open].filter(([path, { theirs, origin = path }]) => theirs !== undefined || !desired.has(origin)));
}
