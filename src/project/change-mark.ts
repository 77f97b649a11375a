import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { baselinePath, isTransient, lockfilePath, recordsFolder } from './records.ts';

/**
 * Returns a string that differs after another command has started or ended to change a project. Every transaction
 * creates and removes entries of `.genlock`.
 */
export function changeMark(root: string): string {
  const stamps = [recordsFolder, baselinePath, lockfilePath].map((path) => stampOf(join(root, path)));
  return [...stamps, ...transientNames(join(root, recordsFolder))].join('\n');
}

/** Returns a constant for a path that cannot be read: the command that reads the project reports the error. */
function stampOf(path: string): string {
  try {
    const { ino, mtimeNs } = lstatSync(path, { bigint: true });
    return `${ino} ${mtimeNs}`;
  } catch {
    return 'unreadable';
  }
}

function transientNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter(isTransient);
  } catch {
    return [];
  }
}
