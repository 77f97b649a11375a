import type { Baseline, BaselineFile, Moved, Working } from '../plan/plan.ts';
import { findMoved } from './moves.ts';
import { readWorking, type Sight } from './working.ts';

/** How the files on disk stand to what Genlock last wrote. */
export interface Drift {
  readonly baseline: Baseline;
  readonly working: Working;
  /** Not as Genlock wrote them, by where they are on disk, with what Genlock wrote. */
  readonly edited: ReadonlyMap<string, BaselineFile>;
  /** Gone, and found nowhere else. */
  readonly missing: readonly string[];
  readonly moved: readonly Moved[];
  /** Something that is no file, or is reached through a link, is in their place. */
  readonly blocked: readonly string[];
}

/** What is compared, and how files are read. */
export interface Comparison {
  readonly root: string;
  readonly baseline: Baseline;
  /** Everything is read if absent. */
  readonly sight?: Sight | undefined;
}

/** Compares what is on disk with a baseline; read-only. @throws GenlockError PROJECT_UNREADABLE */
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
