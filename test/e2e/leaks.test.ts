/** Checks for leaks after many runs, a tenth of them killed. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TestContext } from 'vitest';
import { run } from '../support/cli.ts';
import type { Left, Task } from '../support/many-runs.ts';
import { notVerified } from '../support/not-verified.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** As many as fit into every test run; GENLOCK_LEAK_RUNS asks for more. */
const runs = Number(process.env['GENLOCK_LEAK_RUNS'] ?? 200);

async function leftBy(task: Task, context: TestContext): Promise<Left> {
  if (!existsSync('/proc/self/stat')) notVerified(context, { reason: 'no /proc', remedy: 'run on Linux' });
  const program = join(import.meta.dirname, '../support/many-runs.ts');
  const command = [process.execPath, '--expose-gc', program, JSON.stringify(task)];
  const { code, stdout, stderr } = await run(command, {
    cwd: temporaryFolder(),
    env: { TMPDIR: temporaryFolder() },
  });
  expect([code, stderr]).toEqual([0, '']);
  const left: Left = JSON.parse(stdout);
  return left;
}

test(`${runs} runs, a tenth of them killed, leave no process, descriptor, folder or memory`, async (context) => {
  const left = await leftBy({ runs, leaky: false }, context);
  const killed = Math.floor(runs / 10);
  expect(left).toMatchObject({ done: runs - killed, killed, processes: 0, descriptors: 0, temporary: 0 });
  // At most one orphan for each killed tool.
  expect(left.orphans).toBeLessThanOrEqual(Math.ceil(killed / 2));
  expect(left.heapMiB).toBeLessThan(4);
  expect(left.residentMiB).toBeLessThan(48);
});

test('the check detects leaks', async (context) => {
  const left = await leftBy({ runs: 20, leaky: true }, context);
  expect(left.processes).toBeGreaterThanOrEqual(20);
  expect(left.descriptors).toBeGreaterThanOrEqual(20);
  expect(left.temporary).toBeGreaterThanOrEqual(20);
  expect(left.heapMiB).toBeGreaterThan(4);
});
