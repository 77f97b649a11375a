/** A folder all test files of a run share, for what is made once: by the first test that wants it, removed here. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Passed on to the processes the tests run in. */
const variable = 'GENLOCK_TEST_RUN';

/** The run's folder. A program that is no test, such as a benchmark, is a run by itself. */
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
