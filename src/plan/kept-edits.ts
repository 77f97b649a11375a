import { parentsOf, pathProblems } from '../core/paths.ts';
import type { Baseline, BaselineFile, Change, KeptEdit, KeptEdits, Working, WorkingFile } from './plan.ts';
import type { Digest } from '../core/digest.ts';
import { mergeFile, type FileMerger, type FileOutcome, type FileVersions } from './three-way.ts';

/**
 * Removes a file of a disabled plugin and keeps the user's edit; `undefined` if the user did not edit, move or delete
 * the file.
 */
export function keepEdit({ path, base, working }: FileVersions): { outcome: FileOutcome; kept: KeptEdit } | undefined {
  if (base === undefined || working?.kind === 'obstacle') return undefined;
  const { owner, digest, mode, movedTo } = base;
  if (working === undefined) return { outcome: {}, kept: { owner, base: digest, mode } };
  const { digest: yours, mode: bits = mode } = working;
  if (yours === digest && bits === mode && movedTo === undefined) return undefined;
  return {
    outcome: { change: { kind: 'delete', path, owner, before: yours } },
    kept: { owner, base: digest, yours, mode: bits, ...(movedTo !== undefined && { movedTo }) },
  };
}

/** Returns whether a kept edit contains text that the user wrote, in contrast to a deletion or move. */
export function isWriting({ base, yours }: KeptEdit): boolean {
  return yours !== undefined && yours !== base;
}

/** Returns the digests of all objects that kept edits need. */
export function digestsOfKept(kept: KeptEdits): readonly Digest[] {
  return [...kept.values()].flatMap(({ base, yours }) => (yours === undefined ? [base] : [base, yours]));
}

/** Kept edit of a file that Genlock generates again, and the path on disk. */
export interface Restored {
  readonly path: string;
  readonly desired: BaselineFile;
  readonly kept: KeptEdit & { readonly yours: Digest };
}

/**
 * Restores a file with its kept edit, merged with the version that Genlock generates now. If they conflict, restores
 * the user's version and reports a conflict.
 */
export function restoreEdit({ path, desired, kept }: Restored, merger: FileMerger | undefined): FileOutcome {
  const base: BaselineFile = { digest: kept.base, mode: desired.mode, owner: desired.owner };
  const working: WorkingFile = { kind: 'file', digest: kept.yours, mode: kept.mode };
  const outcome = mergeFile({ path, base, working, desired }, merger);
  const { change } = outcome;
  const written = change?.kind === 'update' ? change : { mode: kept.mode, after: kept.yours };
  const create: Change = { kind: 'create', path, owner: desired.owner, mode: written.mode, after: written.after };
  return { ...outcome, change: create };
}

/** Trees that decide whether a path is free. */
interface ProjectTrees {
  readonly baseline: Baseline;
  readonly working: Working;
  readonly wanted: ReadonlyMap<string, BaselineFile>;
  readonly kept?: KeptEdits;
}

/**
 * Returns the path for a restored file: the path to which the user moved it, if that path is free, otherwise the
 * original path.
 */
export function restoredPath(path: string, { baseline, working, wanted, kept = new Map() }: ProjectTrees): string {
  const moved = kept.get(path)?.movedTo;
  if (moved === undefined || baseline.has(moved) || working.has(moved)) return path;
  if (parentsOf(moved).some((parent) => working.get(parent)?.kind === 'file')) return path;
  const movedPaths = [...kept.values()].flatMap(({ movedTo }) => movedTo ?? []);
  return pathProblems([...wanted.keys(), ...movedPaths]).length === 0 ? moved : path;
}
