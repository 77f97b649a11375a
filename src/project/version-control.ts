import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Whether a folder lies in a git repository, so that what is deleted there can be had back. @param root absolute */
export function isUnderGit(root: string): boolean {
  for (let folder = root; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return true;
    if (dirname(folder) === folder) return false;
  }
}
