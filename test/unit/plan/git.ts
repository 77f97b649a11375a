import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Versions } from '../../../src/plan/diff3.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** What `git merge-file` makes of three texts. */
export interface GitMerge {
  readonly text: string;
  /** Its exit code, which counts them. */
  readonly conflicts: number;
}

/** `git merge-file` for the running test. It throws if git can't be run. */
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
