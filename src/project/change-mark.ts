import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { baselinePath, isTransient, lockfilePath, recordsFolder } from './records.ts';

/**
 * Returns a string that differs after another command has started or ended to change a project. Every transaction
 * creates and removes entries of `.genlock`.
 */
export function changeMark(root: string): string {
  const stamps = [recordsFolder, baselinePath, lockfilePath].map((path) => {
    const stats = lstatSync(join(root, path), { bigint: true, throwIfNoEntry: false });
    return stats === undefined ? 'absent' : `${stats.ino} ${stats.mtimeNs}`;
  });
  return [...stamps, ...transientNames(join(root, recordsFolder))].join('\n');
}

function transientNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter(isTransient);
  } catch {
    return [];
  }
}
