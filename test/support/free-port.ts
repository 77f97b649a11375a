import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { runFolder } from './run-folder.ts';

/**
 * These ports are below the ephemeral range, so no other process gets one of them by chance between the check and the
 * start of the server, or during a restart.
 */
const ports = { from: 20_000, to: 30_000 } as const;

/** Returns a free port for one server of this test run. Each port is returned only once. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(ports.from, ports.to);
    if (claim(port) && (await isFree(port))) return port;
  }
}

/** False if the run has given it out before, in any of its processes. */
function claim(port: number): boolean {
  try {
    mkdirSync(join(runFolder(), `port-${port}`));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Returns whether a port is free on all addresses of the machine. */
async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const isListening = new Promise<boolean>((resolve) => {
    probe.once('listening', () => resolve(true)).once('error', () => resolve(false));
  });
  probe.listen(port);
  if (!(await isListening)) return false;
  probe.close();
  await once(probe, 'close');
  return true;
}
