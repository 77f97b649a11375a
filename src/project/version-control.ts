import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Returns whether a folder is in a git repository, so that deleted files can be restored.
 *
 * @param root absolute
 */
export function isUnderGit(root: string): boolean {
  for (let folder = root; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return true;
    if (dirname(folder) === folder) return false;
  }
}
