import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { guards } from '../../support/auth-guards.ts';
import { accountsProject } from '../../support/auth-project.ts';
import { repository, run } from '../../support/cli.ts';

const outcomes = z.array(z.object({ name: z.string(), status: z.string(), message: z.string() }));
const results = z.array(outcomes).length(guards.length + 1);

describe('attacks on accounts', () => {
  let withGuards: z.output<typeof outcomes> = [];
  let without: readonly z.output<typeof outcomes>[] = [];

  beforeAll(async () => {
    const root = await accountsProject();
    const child = join(repository, 'test/support/attacks-child.ts');
    const { stdout, stderr } = await run([process.execPath, child, root], { cwd: root, env: { RATE_LIMIT: '0' } });
    if (stdout === '') throw new Error(`the attacks did not run:\n${stderr}`);
    [withGuards = [], ...without] = results.parse(JSON.parse(stdout));
  });

  test('fail with all guards', () => {
    const missing = guards.filter((guard) => !withGuards.some(({ name }) => name.includes(guard.test)));
    expect(missing).toEqual([]);
    expect(withGuards.filter(({ status }) => status !== 'passed')).toEqual([]);
  });

  test.each(guards.map((guard, index) => ({ ...guard, index })))('succeed without a guard: $attack', (guard) => {
    const failures = (without[guard.index] ?? []).filter(({ status }) => status === 'failed');
    expect(failures.map(({ name }) => name)).toEqual(failures.map(() => expect.stringContaining(guard.test)));
    expect(failures).toEqual([expect.objectContaining({ message: expect.stringMatching(guard.failure) })]);
  });
});
