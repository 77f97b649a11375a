/**
 * Shared folder of all test files of a run, for results that are created once. The first test that needs a result
 * creates it. The teardown deletes the folder.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Passed on to the processes the tests run in. */
const variable = 'GENLOCK_TEST_RUN';

/** Returns the folder of the run. A program other than a test, such as a benchmark, is a separate run. */
export function runFolder(): string {
  const remove = setup();
  if (remove !== undefined) process.once('exit', remove);
  return process.env[variable] ?? '';
}

export function setup(): (() => void) | undefined {
  // Every project of the configuration runs this, and they share the folder.
  if (process.env[variable] !== undefined) return undefined;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'genlock-run-')));
  process.env[variable] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
