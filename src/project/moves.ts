import { lstatSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathProblem } from '../core/paths.ts';
import type { Baseline, Working } from '../plan/plan.ts';
import { digestOfParts, type Digest } from '../core/digest.ts';
import { listFolder, readChunks } from './file-reader.ts';
import { objectPath } from './objects.ts';

/** Folders that are not searched for moved files. */
const skipped = new Set(['.git', '.genlock', 'node_modules', 'dist', 'coverage']);

/** Limit of searched entries. Moves beyond it are not detected. */
const maxEntries = 50_000;

interface Search {
  readonly root: string;
  readonly baseline: Baseline;
  readonly working: Working;
  /** Returns whether Genlock tracks a file at this path. */
  readonly isKnown: (path: string) => boolean;
}

/**
 * Finds missing files that exist unedited at exactly one other, unknown path: old path → new path. Searches the disk
 * only if a file is missing.
 */
export function findMoved({ root, baseline, working, isKnown }: Search): ReadonlyMap<string, string> {
  const gone = new Map<Digest, string[]>();
  for (const [path, { digest, movedTo }] of baseline) {
    if (working.has(path) || (movedTo !== undefined && working.has(movedTo))) continue;
    gone.set(digest, [...(gone.get(digest) ?? []), path]);
  }
  if (gone.size === 0) return new Map();
  const sizes = new Set([...gone.keys()].map((digest) => sizeOf(join(root, objectPath(digest)))));
  const found = new Map<Digest, string[]>();
  for (const path of filesBelow(root)) {
    const size = sizeOf(join(root, path));
    if (isKnown(path) || pathProblem(path) !== undefined || size === undefined || size === 0 || !sizes.has(size))
      continue;
    const digest = digestOfParts(readChunks(join(root, path)));
    if (gone.has(digest)) found.set(digest, [...(found.get(digest) ?? []), path]);
  }
  return new Map([...gone].flatMap(([digest, paths]) => pairs(paths, found.get(digest) ?? [])));
}

/** Pairs missing and found files with equal bytes. Several files are paired by unique names. */
function pairs(gone: readonly string[], found: readonly string[]): readonly (readonly [string, string])[] {
  const [from, to] = [gone[0], found[0]];
  if (gone.length === 1 && found.length === 1 && from !== undefined && to !== undefined) return [[from, to]];
  return gone.flatMap((path) => {
    const rivals = gone.filter((other) => basename(other) === basename(path));
    const twins = found.filter((other) => basename(other) === basename(path));
    const [twin] = twins;
    return rivals.length === 1 && twins.length === 1 && twin !== undefined ? [[path, twin] as const] : [];
  });
}

function sizeOf(absolute: string): number | undefined {
  const status = lstatSync(absolute, { throwIfNoEntry: false });
  return status?.isFile() === true ? status.size : undefined;
}

function filesBelow(root: string): readonly string[] {
  const files: string[] = [];
  const folders = [''];
  let entries = 0;
  for (let folder = folders.pop(); folder !== undefined && entries < maxEntries; folder = folders.pop()) {
    for (const entry of listFolder(join(root, folder))) {
      entries += 1;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) files.push(path);
      else if (entry.isDirectory() && !skipped.has(entry.name)) folders.push(path);
    }
  }
  return files.sort();
}
