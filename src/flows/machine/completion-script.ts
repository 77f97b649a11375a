import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownPackage } from '../../core/own-package.ts';

/** Returns the completion script of a shell. The build generates the scripts from the commands. */
export function completionScript(shell: string): string {
  return readFileSync(join(ownPackage().root, 'dist', 'completions', `genlock.${shell}`), 'utf8');
}
