import type { BaselineFile, Change, KeptEdit, WorkingFile } from './plan.ts';
import { mergeFile, type FileMerger, type FileOutcome, type FileVersions } from './three-way.ts';

/** A file that goes because its plugin is disabled, with what the user made of it. */
export function keepEdit({ path, base, working }: FileVersions): { outcome: FileOutcome; kept: KeptEdit } | undefined {
  if (base === undefined || working?.kind !== 'file' || working.digest === base.digest) return undefined;
  const { owner, digest, mode } = base;
  return {
    outcome: { change: { kind: 'delete', path, owner, before: working.digest } },
    kept: { owner, base: digest, yours: working.digest, mode: working.mode ?? mode },
  };
}

/**
 * A file that comes back with the edit that was kept of it: merged with what Genlock wants now as if it had never been
 * away. Where they clash the user's version comes back, as a conflict of both.
 */
export function restoreEdit(
  { path, desired, kept }: { readonly path: string; readonly desired: BaselineFile; readonly kept: KeptEdit },
  merger: FileMerger | undefined,
): FileOutcome {
  const base: BaselineFile = { digest: kept.base, mode: desired.mode, owner: desired.owner };
  const working: WorkingFile = { kind: 'file', digest: kept.yours, mode: kept.mode };
  const outcome = mergeFile({ path, base, working, desired }, merger);
  const { change } = outcome;
  const written = change?.kind === 'update' ? change : { mode: kept.mode, after: kept.yours };
  const create: Change = { kind: 'create', path, owner: desired.owner, mode: written.mode, after: written.after };
  return { ...outcome, change: create };
}
