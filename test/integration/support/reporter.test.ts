import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository, run } from '../../support/cli.ts';
import type { TestSummary } from '../../support/reporter.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const fixtures = join(import.meta.dirname, 'fixtures/reporter');

test('counts only tests that ran and passed, and reports why a test could not run', async () => {
  const file = join(temporaryFolder(), 'summary.json');
  const reporter = join(repository, 'test/support/reporter.ts');
  const vitest = join(repository, 'node_modules/vitest/vitest.mjs');
  await run(
    [process.execPath, vitest, 'run', '--config', join(fixtures, 'vitest.config.ts'), `--reporter=${reporter}`],
    {
      cwd: fixtures,
      env: { GENLOCK_TEST_SUMMARY: file, VITEST: undefined, VITEST_WORKER_ID: undefined },
    },
  );
  const summary: TestSummary = JSON.parse(readFileSync(file, 'utf8'));
  expect(summary.passed).toBe(1);
  expect(summary.notVerified).toEqual([
    { test: 'mixed.sample.ts > without a browser', reason: 'no browser', remedy: 'install one' },
  ]);
  expect([...summary.failed].sort()).toEqual([
    'mixed.sample.ts > fails',
    'not loaded: broken.sample.ts',
    'skipped: mixed.sample.ts > left by hand',
    'skipped: mixed.sample.ts > left out',
    'skipped: mixed.sample.ts > not written',
  ]);
});
