import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary.ts';
import { mergeCases } from '../../unit/plan/merge-cases.ts';

test('conflicts only where git merge-file conflicts, and in less than half of those cases', () => {
  const folder = temporaryFolder();
  const counts = { genlock: 0, git: 0 };
  for (const { kind, name, base, yours, theirs, outcome } of mergeCases) {
    if (kind === 'binary' || !base || !yours || !theirs) continue;
    for (const [side, bytes] of Object.entries({ base, yours, theirs })) writeFileSync(join(folder, side), bytes);
    const git = spawnSync('git', ['merge-file', '-p', '--diff3', 'yours', 'base', 'theirs'], { cwd: folder });
    if (git.status === null || git.status > 127) throw new Error(`git merge-file failed: ${String(git.stderr)}`);
    const isConflict = outcome.startsWith('conflict');
    expect([kind, name, git.status === 0 && isConflict]).toEqual([kind, name, false]);
    counts.genlock += isConflict ? 1 : 0;
    counts.git += git.status === 0 ? 0 : 1;
  }
  expect(counts.genlock).toBeLessThan(counts.git / 2);
});
