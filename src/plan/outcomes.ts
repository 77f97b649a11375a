import { compareText, type Tree } from '../core/tree.ts';
import { keepEdit, restoredPath, restoreEdit } from './kept-edits.ts';
import { isReformatted, mergeContent, type MergeMode } from './merge-content.ts';
import type {
  Baseline,
  BaselineFile,
  Change,
  KeptEdit,
  KeptEdits,
  OpenConflicts,
  Working,
  WorkingFile,
} from './plan.ts';
import type { Digest, DigestOf } from '../core/digest.ts';
import { mergeFile, type FileMerger, type FileOutcome, type FileVersions } from './three-way.ts';

/** Reads the contents of files that both sides changed. Each file is read at most once. */
export interface Merging {
  /** Returns the bytes of an object that Genlock wrote or kept; `undefined` if they are lost. */
  readonly object: (digest: Digest) => Uint8Array | undefined;
  /** Returns the bytes of a file on disk. They must match the digest in the working tree. */
  readonly working: (path: string) => Uint8Array | undefined;
  /** Merge mode of a path. The default is `structure`. */
  readonly modeOf?: (path: string) => MergeMode;
  /** Replaces the former names of renamed entities in source text. */
  readonly translate?: (text: string) => string;
}

/** Input of a plan: three trees, and the records of earlier commands. */
export interface PlanInputs {
  /** Files that Genlock last wrote. */
  readonly baseline: Baseline;
  /** Files on disk, at least at every path of the other two trees and of moved files. */
  readonly working: Working;
  /** Files that Genlock generates now. */
  readonly desired: Tree;
  readonly digestOf: DigestOf;
  /** If absent, a file that both sides changed is a conflict. */
  readonly merging?: Merging;
  /** Moved, unedited files: path written by Genlock → current path. */
  readonly moved?: ReadonlyMap<string, string>;
  /** Files of renamed entities: path that Genlock generates now → path in the baseline. */
  readonly renamed?: ReadonlyMap<string, string>;
  readonly open?: OpenConflicts;
  readonly kept?: KeptEdits;
  /** Owners that are disabled but not removed. Edits of their files are kept. */
  readonly disabled?: ReadonlySet<string>;
  /** Returns files of any owner that are generated only if the disabled plugins are enabled. Called only if needed. */
  readonly dormant?: () => ReadonlySet<string>;
}

/** Result for one path of the baseline or the desired tree. */
export interface PathOutcome extends FileOutcome {
  /** Current path on disk. */
  readonly at: string;
  /** User's edit to keep. */
  readonly kept?: KeptEdit;
  /** Whether a kept edit is restored. */
  readonly isRestored?: boolean;
  /** Path before the entity was renamed, if the file has the user's edits. */
  readonly renamedFrom?: string;
  /** Deletion of the file at its former path. */
  readonly removal?: Change;
}

interface Versioned extends PlanInputs {
  readonly wanted: ReadonlyMap<string, BaselineFile>;
}

/** Returns the outcome of every path in the baseline and the desired tree, sorted by path. */
export function outcomesOf(inputs: PlanInputs, wanted: ReadonlyMap<string, BaselineFile>): Map<string, PathOutcome> {
  const former = new Set(inputs.renamed?.values());
  const recorded = [...inputs.baseline.keys()].filter((path) => !former.has(path));
  const paths = [...new Set([...recorded, ...wanted.keys()])].sort(compareText);
  return new Map(paths.map((path) => [path, outcomeOf(path, { ...inputs, wanted })] as const));
}

function outcomeOf(path: string, inputs: Versioned): PathOutcome {
  const versions = versionsOf(path, inputs);
  const at = versions.path;
  const { base, working, desired } = versions;
  const open = inputs.open?.get(at);
  if (open !== undefined) {
    const conflict = { path: at, owner: open.owner, reason: 'open', ...(at !== path && { origin: path }) } as const;
    return { at, conflict, ...(base && { baseline: base }) };
  }
  const kept = desired === undefined ? keepEdit(versions) : undefined;
  if (kept !== undefined && isDormant(path, kept.kept, inputs)) {
    if (kept.kept.yours === undefined) return { at, ...kept.outcome, kept: kept.kept };
    const bytes = inputs.merging?.working(at);
    if (bytes !== undefined) return { at, ...kept.outcome, kept: kept.kept, contents: [bytes] };
  }
  const edit = inputs.kept?.get(path);
  if (edit !== undefined && desired !== undefined && base === undefined) {
    if (isStillThere(path, edit, inputs)) return taken(path, { desired, kept: edit }, inputs);
    if (working === undefined) return restored(path, { desired, kept: edit }, inputs);
  }
  const outcome = mergeFile(
    versions,
    mergerFor(path, inputs, () => inputs.merging?.working(at)),
  );
  if (at === inputs.renamed?.get(path)) return renamed(path, { at, outcome, versions, merging: inputs.merging });
  return { at, ...withOrigin(outcome, { path, at }) };
}

interface Renaming {
  readonly merging: Merging | undefined;
  /** Former path. */
  readonly at: string;
  readonly versions: FileVersions;
  readonly outcome: FileOutcome;
}

/**
 * Moves a file of a renamed entity to its new path, with the user's edits. In a conflict, the new path gets the user's
 * version. A file that cannot be read remains at its former path.
 */
function renamed(path: string, { at, outcome, versions, merging }: Renaming): PathOutcome {
  const { base, working, desired } = versions;
  const { change, conflict, baseline, contents = [] } = outcome;
  const isEdited = working?.kind === 'file' && working.digest !== base?.digest;
  const yours = isEdited ? merging?.working(at) : undefined;
  if (working?.kind !== 'file' || desired === undefined || (isEdited && yours === undefined))
    return { at, ...withOrigin(outcome, { path, at }) };
  const { owner } = desired;
  const written = change?.kind === 'update' ? change : { mode: working.mode ?? desired.mode, after: working.digest };
  return {
    ...outcome,
    at: path,
    contents: yours === undefined ? contents : [...contents, yours],
    change: { kind: 'create', path, owner, mode: written.mode, after: written.after },
    removal: { kind: 'delete', path: at, owner, before: working.digest },
    ...(conflict && { conflict: { ...conflict, path, renamedFrom: at } }),
    ...(baseline && { baseline: withPlace(baseline, { path, at: path }) }),
    ...(isEdited && { renamedFrom: at }),
  };
}

/** Returns whether a file is generated again when the disabled plugins are enabled. */
export function isDormant(path: string, { owner }: Pick<BaselineFile, 'owner'>, inputs: PlanInputs): boolean {
  return inputs.disabled?.has(owner) === true || inputs.dormant?.().has(path) === true;
}

interface Returning {
  readonly desired: BaselineFile;
  readonly kept: KeptEdit;
}

/** Returns whether a file that became the user's own is still in the project. */
function isStillThere(
  path: string,
  { yours, stays, movedTo = path }: KeptEdit,
  { working, wanted }: Versioned,
): boolean {
  const found = working.get(movedTo);
  if (found?.kind !== 'file' || (movedTo !== path && wanted.has(movedTo))) return false;
  return stays === true || found.digest === yours;
}

function taken(path: string, { desired, kept }: Returning, inputs: Versioned): PathOutcome {
  const at = kept.movedTo ?? path;
  const { owner, mode } = desired;
  const [working, merger] = [inputs.working.get(at), mergerFor(path, inputs, () => inputs.merging?.working(at))];
  const versions = { path: at, base: { digest: kept.base, mode, owner }, ...(working && { working }), desired };
  return { at, ...withOrigin(mergeFile(versions, merger), { path, at }), isRestored: true };
}

function restored(path: string, { desired, kept }: Returning, inputs: Versioned): PathOutcome {
  const { base, yours: digest, mode } = kept;
  if (digest === undefined) {
    return { at: path, baseline: { digest: base, mode, owner: desired.owner }, isRestored: true };
  }
  const yours = inputs.merging?.object(digest);
  if (yours === undefined) return { at: path, ...mergeFile({ path, desired }) };
  const at = restoredPath(path, inputs);
  const merger = mergerFor(path, inputs, () => yours);
  const outcome = withOrigin(restoreEdit({ path: at, desired, kept: { ...kept, yours: digest } }, merger), {
    path,
    at,
  });
  return { at, ...outcome, contents: [...(outcome.contents ?? []), yours], isRestored: true };
}

function versionsOf(path: string, inputs: Versioned): FileVersions {
  const base = inputs.baseline.get(inputs.renamed?.get(path) ?? path);
  const at = placeOf(path, inputs);
  const [working, desired] = [inputs.working.get(at), inputs.wanted.get(path)];
  return {
    path: at,
    ...(base && { base: withPlace(base, { path, at }) }),
    ...(working && { working }),
    ...(desired && { desired }),
  };
}

/**
 * Returns the current path of a file: its own path if a file exists there, otherwise its former path, otherwise the
 * path to which the user moved it.
 */
function placeOf(path: string, inputs: Versioned): string {
  const { baseline, working, wanted, moved, renamed: former } = inputs;
  if (working.has(path)) return path;
  const before = former?.get(path);
  if (before !== undefined) {
    const place = placeOf(before, inputs);
    return working.has(place) ? place : path;
  }
  const places = [baseline.get(path)?.movedTo, moved?.get(path)];
  const isFree = (place: string): boolean => !baseline.has(place) && !wanted.has(place);
  return places.find((place) => place !== undefined && isFree(place) && isFile(working.get(place))) ?? path;
}

function isFile(found: WorkingFile | undefined): boolean {
  return found?.kind === 'file';
}

function withPlace({ digest, mode, owner }: BaselineFile, { path, at }: { path: string; at: string }): BaselineFile {
  return { digest, mode, owner, ...(path !== at && { movedTo: at }) };
}

function withOrigin(outcome: FileOutcome, { path, at }: { path: string; at: string }): FileOutcome {
  if (path === at) return outcome;
  const { conflict, baseline } = outcome;
  return {
    ...outcome,
    ...(conflict && { conflict: { ...conflict, origin: path } }),
    ...(baseline && { baseline: withPlace(baseline, { path, at }) }),
  };
}

function mergerFor(
  path: string,
  { merging, digestOf, desired, renamed: renames }: Versioned,
  yours: () => Uint8Array | undefined,
): FileMerger | undefined {
  const theirs = desired.get(path);
  if (merging === undefined) return undefined;
  const mode = merging.modeOf?.(path) ?? 'structure';
  return {
    digestOf,
    yours,
    isReformatted: ({ digest }) => {
      const [base, bytes] = [merging.object(digest), yours()];
      return (
        mode !== 'none' && base !== undefined && bytes !== undefined && isReformatted(path, { base, yours: bytes })
      );
    },
    merge: ({ base, desired: file }) => {
      const bytes = yours();
      const old = base && merging.object(base.digest);
      if (bytes === undefined || theirs === undefined) return undefined;
      return mergeContent({
        path,
        owner: file?.owner ?? theirs.owner,
        merge: mode,
        base: old,
        yours: bytes,
        theirs: bytesOf(theirs.content),
        ...(renames?.has(path) === true && merging.translate && { translate: merging.translate }),
      });
    },
  };
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}
