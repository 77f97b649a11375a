import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { runFolder } from './run-folder.ts';

/**
 * Below what systems give to whoever asks for any port, and to every connection that goes out: there nobody comes by
 * chance between the look at a port and the start of the server it is for, nor while that server is started again.
 */
const ports = { from: 20_000, to: 30_000 } as const;

/** A port nobody listens on, for one server of this test run: it is given out once. */
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

/** Whether nobody listens there on any of the machine's addresses. */
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
