import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Versions } from '../../../src/plan/diff3.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** The result of `git merge-file` for three versions. */
export interface GitMerge {
  readonly text: string;
  /** The exit code, which is the number of conflicts. */
  readonly conflicts: number;
}

/** Runs `git merge-file` in the running test. Throws if git cannot run. */
export function gitMerger(): (versions: Versions<string>, options?: readonly string[]) => GitMerge {
  const folder = temporaryFolder();
  return (versions, options = []) => {
    for (const side of ['base', 'yours', 'theirs'] as const) writeFileSync(join(folder, side), versions[side]);
    const args = ['merge-file', '-p', ...options, 'yours', 'base', 'theirs'];
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
    if (status === null || status > 127) throw new Error(`git merge-file failed: ${stderr}`);
    return { text: stdout, conflicts: status };
  };
}
