/** A PgBouncer in front of a PostgreSQL server. */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, type TestContext } from 'vitest';
import { end, untilListening } from './child-server.ts';
import { freePort } from './free-port.ts';
import { notVerified } from './not-verified.ts';
import { serverUser } from './postgres-cluster.ts';
import { temporaryFolder } from './temporary.ts';

/** Ends the test as not verified on a machine without PgBouncer. */
export function needPgBouncer(context: TestContext): void {
  try {
    execFileSync('pgbouncer', ['--version'], { stdio: 'ignore' });
  } catch {
    notVerified(context, { reason: 'no PgBouncer', remedy: 'apt-get install pgbouncer' });
  }
}

/**
 * Starts PgBouncer until the running test ends.
 *
 * @param url URL of a database, with its user
 * @param mode when a client returns its server connection to the pool
 * @returns the URL of this database through the pool
 */
export async function pooled(url: string, mode: 'session' | 'transaction'): Promise<string> {
  const server = new URL(url);
  const port = await freePort();
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const settings = [
    '[databases]',
    `* = host=${server.hostname} port=${server.port} user=${server.username} password=${server.password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    // Accepts all users. The user of the server is set above.
    'auth_type = any',
    `pool_mode = ${mode}`,
    'default_pool_size = 5',
  ];
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, `${settings.join('\n')}\n`, { mode: 0o644 });
  const child = spawn('pgbouncer', ['--quiet', file], { stdio: 'ignore', ...serverUser() });
  onTestFinished(async () => void (await end(child, 'SIGKILL')));
  await untilListening(port, child);
  server.port = String(port);
  return server.href;
}
