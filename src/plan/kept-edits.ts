import { parentsOf, pathProblems } from '../core/paths.ts';
import type { Baseline, BaselineFile, Change, KeptEdit, KeptEdits, Working, WorkingFile } from './plan.ts';
import type { Digest } from '../core/digest.ts';
import { mergeFile, type FileMerger, type FileOutcome, type FileVersions } from './three-way.ts';

/** A file that goes because its plugin is disabled, with what the user made of it; nothing if that is nothing. */
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

/** Whether something would be lost that the user wrote: a deletion and a move mean nothing without their file. */
export function isWriting({ base, yours }: KeptEdit): boolean {
  return yours !== undefined && yours !== base;
}

/** Digests whose bytes have to be there for kept edits. */
export function digestsOfKept(kept: KeptEdits): readonly Digest[] {
  return [...kept.values()].flatMap(({ base, yours }) => (yours === undefined ? [base] : [base, yours]));
}

/** A file that is wanted again, the edit that was kept of it, and where it comes back to. */
export interface Restored {
  readonly path: string;
  readonly desired: BaselineFile;
  readonly kept: KeptEdit & { readonly yours: Digest };
}

/**
 * A file that comes back with the edit that was kept of it: merged with what Genlock wants now as if it had never been
 * away. Where they clash the user's version comes back, as a conflict of both.
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

/** What says whether a place is free. */
interface Places {
  readonly baseline: Baseline;
  readonly working: Working;
  readonly wanted: ReadonlyMap<string, BaselineFile>;
  readonly kept?: KeptEdits;
}

/** Where a file comes back to: where the user had moved it, if nothing is there now nor will be; else its own path. */
export function placeOfKept(path: string, { baseline, working, wanted, kept = new Map() }: Places): string {
  const place = kept.get(path)?.movedTo;
  if (place === undefined || baseline.has(place) || working.has(place)) return path;
  if (parentsOf(place).some((parent) => working.get(parent)?.kind === 'file')) return path;
  const places = [...kept.values()].flatMap(({ movedTo }) => movedTo ?? []);
  return pathProblems([...wanted.keys(), ...places]).length === 0 ? place : path;
}
