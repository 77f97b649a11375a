/** A folder all test files of a run share, for what is made once: by the first test that wants it, removed here. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Passed on to the processes the tests run in. */
const variable = 'GENLOCK_TEST_RUN';

/** The run's folder. */
export function runFolder(): string {
  const folder = process.env[variable];
  if (folder === undefined) throw new Error(`${variable} is set by vitest's global setup only`);
  return folder;
}

export function setup(): (() => void) | undefined {
  // Every project of the configuration runs this, and they share the folder.
  if (process.env[variable] !== undefined) return undefined;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'genlock-run-')));
  process.env[variable] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
