import type { Baseline, BaselineFile, Moved, Working } from '../plan/plan.ts';
import { findMoved } from './moves.ts';
import { readWorking, type Sight } from './working.ts';

/** Differences between the files on disk and the files that Genlock last wrote. */
export interface Drift {
  readonly baseline: Baseline;
  readonly working: Working;
  /** Edited files by their path on disk, with the version that Genlock wrote. */
  readonly edited: ReadonlyMap<string, BaselineFile>;
  /** Paths of files that were deleted and not found elsewhere. */
  readonly missing: readonly string[];
  readonly moved: readonly Moved[];
  /** Paths that are not regular files or are reached through a link. */
  readonly blocked: readonly string[];
}

/** Baseline to compare with, and how files are read. */
export interface Comparison {
  readonly root: string;
  readonly baseline: Baseline;
  /** If absent, all files are read. */
  readonly sight?: Sight | undefined;
}

/**
 * Compares the files on disk with a baseline. Read-only.
 *
 * @throws GenlockError PROJECT_UNREADABLE
 */
export function compareWithDisk({ root, baseline, sight }: Comparison): Drift {
  const places = [...baseline.values()].flatMap(({ movedTo }) => movedTo ?? []);
  const known = readWorking(root, [...baseline.keys(), ...places], sight);
  const found = findMoved({ root, baseline, working: known, isKnown: (path) => baseline.has(path) });
  const working = new Map([...known, ...readWorking(root, found.values(), sight)]);
  const edited = new Map<string, BaselineFile>();
  const missing: string[] = [];
  const blocked: string[] = [];
  const moved: Moved[] = [];
  for (const [path, file] of baseline) {
    const at = placeOf(path, { file, working, found });
    const onDisk = working.get(at);
    if (onDisk === undefined) missing.push(path);
    else if (onDisk.kind === 'obstacle') blocked.push(at);
    else if (onDisk.digest !== file.digest || (onDisk.mode ?? file.mode) !== file.mode) edited.set(at, file);
    if (at !== path && onDisk !== undefined) moved.push({ from: path, to: at });
  }
  return { baseline, working, edited, missing, moved, blocked };
}

function placeOf(
  path: string,
  {
    file,
    working,
    found,
  }: { readonly file: BaselineFile; readonly working: Working; readonly found: ReadonlyMap<string, string> },
): string {
  if (working.has(path)) return path;
  const { movedTo } = file;
  return movedTo !== undefined && working.has(movedTo) ? movedTo : (found.get(path) ?? path);
}
