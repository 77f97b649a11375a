import type { Mode } from '../render/tree.ts';
import type { BaselineFile, Change, Conflict, Digest, WorkingFile } from './plan.ts';

/** One path's three versions; a version that doesn't exist is left out. */
export interface FileVersions {
  readonly path: string;
  /** As Genlock last wrote it. */
  readonly base?: BaselineFile;
  /** As it is on disk. */
  readonly working?: WorkingFile;
  /** As Genlock wants it now. */
  readonly desired?: BaselineFile;
}

/** What becomes of one path. */
export interface FileOutcome {
  readonly change?: Change;
  readonly conflict?: Conflict;
  /** What Genlock will have written last once the plan is applied; nothing if it no longer keeps the file. */
  readonly baseline?: BaselineFile;
}

/**
 * The three-way rule for one whole file. Whoever alone changed the file wins; if both made the same change nothing is
 * to be done; if they made different ones it is a conflict and the user's file stays. A file the user deleted stays
 * deleted, and its baseline stays as it was, so that bringing the file back makes it an ordinary one again.
 */
export function mergeFile(versions: FileVersions): FileOutcome {
  if (versions.desired === undefined) return dropped(versions);
  const { base, working, desired } = { ...versions, desired: versions.desired };
  if (working === undefined) return absent(versions.path, { base, desired });
  if (working.kind === 'obstacle') return blocked(versions.path, { base, desired });
  return present(versions.path, { base, working, desired });
}

/** Genlock no longer wants the file. */
function dropped({ path, base, working }: FileVersions): FileOutcome {
  if (base === undefined || working === undefined) return {};
  const { owner } = base;
  if (working.kind === 'obstacle') return { conflict: { path, owner, reason: 'blocked' }, baseline: base };
  if (working.digest !== base.digest) return { conflict: { path, owner, reason: 'deleted' }, baseline: base };
  return { change: { kind: 'delete', path, owner, before: base.digest } };
}

interface Wanted {
  readonly base: BaselineFile | undefined;
  readonly desired: BaselineFile;
}

/** Nothing is on disk. */
function absent(path: string, { base, desired }: Wanted): FileOutcome {
  if (base !== undefined) return { baseline: { ...base, owner: desired.owner } };
  const { owner, mode, digest } = desired;
  return { change: { kind: 'create', path, owner, mode, after: digest }, baseline: desired };
}

/** Something that is no file is on disk: the user's doing, left alone; in the way only if there is something to write. */
function blocked(path: string, { base, desired }: Wanted): FileOutcome {
  if (base !== undefined && sameFile(base, desired)) return { baseline: desired };
  return { conflict: { path, owner: desired.owner, reason: 'blocked' }, ...(base && { baseline: base }) };
}

interface PresentFile extends Wanted {
  readonly working: Extract<WorkingFile, { kind: 'file' }>;
}

function present(path: string, { base, working, desired }: PresentFile): FileOutcome {
  const digest = mergeValue({ base: base?.digest, working: working.digest, desired: desired.digest });
  if (digest === undefined) {
    const reason = base === undefined ? 'exists' : 'edited';
    return { conflict: { path, owner: desired.owner, reason }, ...(base && { baseline: base }) };
  }
  const onDisk = working.mode ?? base?.mode ?? desired.mode;
  const mode = mergeValue({ base: base?.mode, working: onDisk, desired: desired.mode }) ?? desired.mode;
  return {
    ...updateOf({ path, owner: desired.owner, before: working.digest, onDisk, mode, after: digest }),
    baseline: desired,
  };
}

/** The value both sides agree on, or the one only one side changed; nothing if they disagree. */
function mergeValue<Value>(of: { base: Value | undefined; working: Value; desired: Value }): Value | undefined {
  if (of.working === of.desired || of.base === of.desired) return of.working;
  return of.base === of.working ? of.desired : undefined;
}

interface UpdateParts {
  readonly path: string;
  readonly owner: string;
  readonly before: Digest;
  readonly after: Digest;
  readonly onDisk: Mode;
  readonly mode: Mode;
}

function updateOf({ onDisk, ...change }: UpdateParts): FileOutcome {
  if (change.before === change.after && onDisk === change.mode) return {};
  return { change: { kind: 'update', ...change } };
}

function sameFile(left: BaselineFile, right: BaselineFile): boolean {
  return left.digest === right.digest && left.mode === right.mode;
}
