import { lstatSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '../../core/digest.ts';
import { compareText } from '../../core/tree.ts';

/** Path of a file or folder in a project → its mode and the digest of its bytes. */
export type Snapshot = ReadonlyMap<string, string>;

/** Reads all files and folders of a project. */
export function snapshot(root: string): Snapshot {
  const found = new Map<string, string>();
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  for (const name of names) {
    const path = join(root, name);
    const stats = lstatSync(path);
    const content = stats.isFile() ? digestOf(readFileSync(path)) : 'folder';
    found.set(name.replaceAll('\\', '/'), `${(stats.mode & 0o777).toString(8)} ${content}`);
  }
  return found;
}

const isRecord = (path: string): number => Number(path.startsWith('.genlock'));

/** Returns the paths whose content or mode differs, sorted. Genlock's own records are last. */
export function differences(one: Snapshot, other: Snapshot): readonly string[] {
  const paths = new Set([...one.keys(), ...other.keys()]);
  return [...paths]
    .filter((path) => one.get(path) !== other.get(path))
    .toSorted((left, right) => isRecord(left) - isRecord(right) || compareText(left, right));
}
