import { lstatSync, readdirSync, type Dirent } from 'node:fs';
import { basename, join } from 'node:path';
import { pathProblem } from '../core/paths.ts';
import type { Baseline, Working } from '../plan/plan.ts';
import { digestOfParts, type Digest } from '../core/digest.ts';
import { readChunks } from './file-reader.ts';
import { objectPath } from './objects.ts';

/** Folders nobody moves a generated file to. */
const skipped = new Set(['.git', '.genlock', 'node_modules', 'dist', 'coverage']);

/** Entries looked at; beyond that a move is not recognised. */
const maxEntries = 50_000;

interface Search {
  readonly root: string;
  readonly baseline: Baseline;
  readonly working: Working;
  /** Paths that are files of Genlock's own. */
  readonly isKnown: (path: string) => boolean;
}

/**
 * Files that are gone from where Genlock wrote them and stand, byte for byte, at one other place that Genlock doesn't
 * know: old path → new path. The disk is only searched if something is gone.
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

/** One file gone and one found are the same; among several the name decides, if it can. */
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
    for (const entry of entriesOf(join(root, folder))) {
      entries += 1;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) files.push(path);
      else if (entry.isDirectory() && !skipped.has(entry.name)) folders.push(path);
    }
  }
  return files.sort();
}

/** A folder that can't be read is none of ours. */
function entriesOf(absolute: string): readonly Dirent[] {
  try {
    return readdirSync(absolute, { withFileTypes: true });
  } catch {
    return [];
  }
}
