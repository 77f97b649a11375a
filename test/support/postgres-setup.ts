/** Where the PostgreSQL server of a test run lies; it is started by the first test that wants it, and stopped here. */
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopCluster } from './postgres-cluster.ts';

/** Passed on to the processes the tests run in. */
const variable = 'GENLOCK_TEST_POSTGRES';

/** The folder of this run's server. */
export function clusterFolder(): string {
  const folder = process.env[variable];
  if (folder === undefined) throw new Error(`${variable} is set by vitest's global setup only`);
  return folder;
}

export function setup(): (() => Promise<void>) | undefined {
  // Every project runs this, and they share one server.
  if (process.env[variable] !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'genlock-postgres-'));
  chmodSync(folder, 0o755);
  process.env[variable] = folder;
  return async () => {
    if (existsSync(join(folder, 'data', 'postmaster.pid'))) await stopCluster(folder);
    rmSync(folder, { recursive: true, force: true });
  };
}
