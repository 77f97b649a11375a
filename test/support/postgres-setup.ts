/**
 * Folder of the PostgreSQL server of a test run. The first test that needs the server starts it. The teardown stops it.
 */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
  // A run that is ended by a signal doesn't get to its teardown.
  const endedEarly = (): void => {
    const pid = serverPid(folder);
    if (pid !== undefined) process.kill(pid, 'SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  };
  process.once('exit', endedEarly);
  process.once('SIGTERM', () => process.exit(143));
  return async () => {
    process.off('exit', endedEarly);
    if (existsSync(join(folder, 'data', 'postmaster.pid'))) await stopCluster(folder);
    rmSync(folder, { recursive: true, force: true });
  };
}

/** The first line of the file that PostgreSQL keeps while it runs. */
function serverPid(folder: string): number | undefined {
  const file = join(folder, 'data', 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
}
