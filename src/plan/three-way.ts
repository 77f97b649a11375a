import type { Mode } from '../core/tree.ts';
import type { MergedText } from './merge-lines.ts';
import type { BaselineFile, Change, Conflict, ConflictSides, WorkingFile } from './plan.ts';
import type { Digest, DigestOf } from '../core/digest.ts';

/** One path's three versions; a version that doesn't exist is left out. */
export interface FileVersions {
  /** Where the file is on disk. */
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
  /** Bytes the outcome refers to and that are in none of the trees. */
  readonly contents?: readonly (string | Uint8Array)[];
  /** The change holds lines of both sides. */
  readonly isMerged?: boolean;
}

/** How contents are merged where both sides changed a file. Without it the file is a conflict. */
export interface FileMerger {
  readonly digestOf: DigestOf;
  /** Nothing for what is taken whole. */
  readonly merge: (versions: FileVersions) => MergedText | undefined;
  /** Whether all the user changed is the file's formatting. */
  readonly isReformatted: (base: BaselineFile) => boolean;
  /** The user's bytes. */
  readonly yours: () => Uint8Array | undefined;
}

/**
 * The three-way rule for one file. Whoever alone changed the file wins; if both made the same change nothing is to be
 * done; if they made different ones the contents are merged, and where that isn't possible it is a conflict and the
 * user's file stays. A file the user deleted stays deleted, and its baseline stays as it was, so that bringing the file
 * back makes it an ordinary one again. A file of which the user changed the formatting alone counts as unchanged once
 * Genlock no longer wants it.
 */
export function mergeFile(versions: FileVersions, merger?: FileMerger): FileOutcome {
  if (versions.desired === undefined) return dropped(versions, merger);
  const { base, working, desired } = { ...versions, desired: versions.desired };
  if (working === undefined) return absent(versions.path, { base, desired });
  if (working.kind === 'obstacle') return blocked(versions.path, { base, desired });
  return present({ path: versions.path, ...(base && { base }), working, desired }, merger);
}

/** Genlock no longer wants the file. */
function dropped({ path, base, working }: FileVersions, merger: FileMerger | undefined): FileOutcome {
  if (base === undefined || working === undefined) return {};
  const { owner } = base;
  if (working.kind === 'obstacle') return { conflict: { path, owner, reason: 'blocked' }, baseline: base };
  if (working.digest !== base.digest && merger?.isReformatted(base) !== true) {
    const sides = { yours: working.digest, mode: working.mode ?? base.mode };
    return { conflict: { path, owner, reason: 'deleted', sides }, baseline: base };
  }
  return { change: { kind: 'delete', path, owner, before: working.digest } };
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

interface PresentFile extends FileVersions {
  readonly working: Extract<WorkingFile, { kind: 'file' }>;
  readonly desired: BaselineFile;
}

function present(file: PresentFile, merger: FileMerger | undefined): FileOutcome {
  const { base, working, desired } = file;
  const digest = mergeValue({ base: base?.digest, working: working.digest, desired: desired.digest });
  if (digest !== undefined) return updated(file, digest);
  const merged = merger?.merge(file);
  if (merger === undefined || merged === undefined) return conflicting(file, { contents: [] });
  const result = merger.digestOf(merged.text);
  if (merged.conflicts === 0) {
    return { ...updated(file, result), contents: [merged.text], isMerged: true };
  }
  const yours = merger.yours();
  return conflicting(file, { marked: result, contents: [merged.text, ...(yours === undefined ? [] : [yours])] });
}

function conflicting(
  { path, base, working, desired }: PresentFile,
  { marked, contents }: { readonly marked?: Digest; readonly contents: NonNullable<FileOutcome['contents']> },
): FileOutcome {
  const sides: ConflictSides = {
    yours: working.digest,
    mode: working.mode ?? base?.mode ?? desired.mode,
    theirs: desired,
    ...(marked !== undefined && { marked }),
  };
  const reason = base === undefined ? 'exists' : 'edited';
  return { conflict: { path, owner: desired.owner, reason, sides }, contents, ...(base && { baseline: base }) };
}

function updated({ path, base, working, desired }: PresentFile, after: Digest): FileOutcome {
  const onDisk = working.mode ?? base?.mode ?? desired.mode;
  const mode = mergeValue({ base: base?.mode, working: onDisk, desired: desired.mode }) ?? desired.mode;
  return {
    ...updateOf({ path, owner: desired.owner, before: working.digest, onDisk, mode, after }),
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
