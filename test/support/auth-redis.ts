/** A Redis server of its own, empty and kept in memory. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { end, untilListening } from './child-server.ts';
import { freePort } from './free-port.ts';

export interface RedisServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
  /** Again, empty, at the same address. */
  readonly start: () => Promise<void>;
  /** Keeps the connections without a reply, until `resume`. */
  readonly pause: () => void;
  readonly resume: () => void;
}

/** Whether this machine has the program. */
export function hasRedis(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Starts one on a free port. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort();
  let child = await launched(port);
  return {
    url: `redis://127.0.0.1:${port}`,
    start: async () => {
      child = await launched(port);
    },
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    stop: async () => {
      await end(child, 'SIGKILL');
    },
  };
}

async function launched(port: number): Promise<ChildProcess> {
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', settings, { stdio: 'ignore' });
  await untilListening(port, child);
  return child;
}
