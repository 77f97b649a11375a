import type { Mode } from '../core/tree.ts';
import type { MergedText } from './merge-lines.ts';
import type { BaselineFile, Change, Conflict, ConflictSides, WorkingFile } from './plan.ts';
import type { Digest, DigestOf } from '../core/digest.ts';

/** Versions of one file. Missing versions are absent. */
export interface FileVersions {
  /** Current path on disk. */
  readonly path: string;
  /** Version that Genlock last wrote. */
  readonly base?: BaselineFile;
  /** Version on disk. */
  readonly working?: WorkingFile;
  /** Version that Genlock generates now. */
  readonly desired?: BaselineFile;
}

/** Result for one path. */
export interface FileOutcome {
  readonly change?: Change;
  readonly conflict?: Conflict;
  /** Version that Genlock has last written after the plan is applied; `undefined` if it no longer tracks the file. */
  readonly baseline?: BaselineFile;
  /** New bytes that the outcome refers to. */
  readonly contents?: readonly (string | Uint8Array)[];
  /** Whether the change contains lines of both sides. */
  readonly isMerged?: boolean;
}

/** Merges files that both sides changed. Without it, such files are conflicts. */
export interface FileMerger {
  readonly digestOf: DigestOf;
  /** Merges the contents; `undefined` for files that are not merged. */
  readonly merge: (versions: FileVersions) => MergedText | undefined;
  /** Returns whether the user changed only the formatting. */
  readonly isReformatted: (base: BaselineFile) => boolean;
  /** Returns the bytes of the user's version. */
  readonly yours: () => Uint8Array | undefined;
}

/**
 * Applies the three-way rule to one file. If one side changed the file, its version wins. Equal changes of both sides
 * need no action. Different changes are merged, or become a conflict, and the user's file is unchanged. A deleted file
 * stays deleted and keeps its baseline, so that it is tracked again if the user restores it. If Genlock no longer
 * generates a file, changes of formatting do not count as edits.
 */
export function mergeFile(versions: FileVersions, merger?: FileMerger): FileOutcome {
  if (versions.desired === undefined) return dropped(versions, merger);
  const { base, working, desired } = { ...versions, desired: versions.desired };
  if (working === undefined) return absent(versions.path, { base, desired });
  if (working.kind === 'obstacle') return blocked(versions.path, { base, desired });
  return present({ path: versions.path, ...(base && { base }), working, desired }, merger);
}

/** Handles a file that Genlock no longer generates. */
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

/** Handles a file that does not exist on disk. */
function absent(path: string, { base, desired }: Wanted): FileOutcome {
  if (base !== undefined) return { baseline: { ...base, owner: desired.owner } };
  const { owner, mode, digest } = desired;
  return { change: { kind: 'create', path, owner, mode, after: digest }, baseline: desired };
}

/** Handles a path that is not a regular file on disk. It is a conflict only if Genlock has to write the file. */
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

/** Returns the value that both sides agree on or that only one side changed; `undefined` if they disagree. */
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
