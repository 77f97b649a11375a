/** Where the generated projects with `auth-jwt` of a test run lie; made by the first test that wants one, removed here. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Passed on to the processes the tests run in. */
const variable = 'GENLOCK_TEST_AUTH';

/** The folder of this run's projects. */
export function authFolder(): string {
  const folder = process.env[variable];
  if (folder === undefined) throw new Error(`${variable} is set by vitest's global setup only`);
  return folder;
}

export function setup(): (() => void) | undefined {
  // Every project of the configuration runs this, and they share the folder.
  if (process.env[variable] !== undefined) return undefined;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'genlock-auth-')));
  process.env[variable] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
