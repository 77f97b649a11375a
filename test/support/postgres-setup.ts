/**
 * Folder of the PostgreSQL servers of a test run, one per version. The first test that needs a server starts it. The
 * teardown stops all servers.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopCluster } from './postgres-cluster.ts';

/** Passed on to the processes the tests run in. */
const variable = 'GENLOCK_TEST_POSTGRES';

/** The folder of this run's servers. The folder of a server has its major version as name. */
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
    for (const server of serversIn(folder)) process.kill(serverPid(server), 'SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  };
  process.once('exit', endedEarly);
  process.once('SIGTERM', () => process.exit(143));
  return async () => {
    process.off('exit', endedEarly);
    for (const server of serversIn(folder)) await stopCluster(server);
    rmSync(folder, { recursive: true, force: true });
  };
}

/** The folders of the running servers. */
function serversIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((server) => existsSync(pidFile(server)));
}

/** PostgreSQL keeps this file while it runs. Its first line is the process id. */
const pidFile = (server: string) => join(server, 'data', 'postmaster.pid');

function serverPid(server: string): number {
  return Number(readFileSync(pidFile(server), 'utf8').split('\n')[0]);
}
