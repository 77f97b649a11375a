import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compareText } from '../core/tree.ts';
import { baselineIn } from './baseline.ts';
import { compareWithDisk, type Drift } from './compare-with-disk.ts';
import type { Sight } from './working.ts';

/**
 * Compares the files on disk with the files that Genlock last wrote. Read-only.
 *
 * @param sight everything is read if absent
 * @throws GenlockError PROJECT_BASELINE_INVALID, PROJECT_UNREADABLE
 */
export function detectDrift(root: string, sight?: Sight): Drift {
  return compareWithDisk({ root, baseline: baselineIn(root), sight });
}

/** Folders that git ignores in a generated project, and Genlock's records. */
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

/** Lists all files, links and special files of a project by their path from the root, sorted. Does not follow links. */
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
