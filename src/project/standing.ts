import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Baseline, BaselineFile, Moved, Working } from '../plan/plan.ts';
import { compareText } from '../render/tree.ts';
import { baselineIn } from './baseline.ts';
import { findMoved } from './moves.ts';
import { readWorking } from './working.ts';

/** How the files on disk stand to what Genlock last wrote. */
export interface Standing {
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

/** Compares what is on disk with the baseline; read-only. @throws GenlockError PROJECT_BASELINE_INVALID, PROJECT_UNREADABLE */
export function standingOf(root: string): Standing {
  const baseline = baselineIn(root);
  const places = [...baseline.values()].flatMap(({ movedTo }) => movedTo ?? []);
  const known = readWorking(root, [...baseline.keys(), ...places]);
  const found = findMoved({ root, baseline, working: known, isKnown: (path) => baseline.has(path) });
  const working = new Map([...known, ...readWorking(root, found.values())]);
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

/** What git ignores in a generated project, and Genlock's own records. */
const skippedFolders = new Set([
  '.git',
  '.genlock',
  'node_modules',
  'dist',
  'coverage',
  'data',
  'server/generated/prisma',
]);
const skippedFile = /^\.env(?:\.local)?$|\.log$/u;

/** Every file, link or other thing of a project, by its path from the root, sorted; no link is followed. */
export function listFiles(root: string, folder = ''): readonly string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  const paths = entries.flatMap((entry): readonly string[] => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory())
      return skippedFolders.has(path) || entry.name === 'node_modules' ? [] : listFiles(root, path);
    return skippedFile.test(entry.name) ? [] : [path];
  });
  return folder === '' ? [...paths].sort(compareText) : paths;
}
