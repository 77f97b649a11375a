/** The development server of a generated project, as its owner starts it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { pathWithoutOurs } from './shop.ts';

export interface DevServer {
  readonly url: string;
  /** Standard output and standard error until now. */
  readonly output: () => string;
  /** The exit code; resolves when the server ends by itself. */
  readonly ended: Promise<number | null>;
  readonly stop: () => Promise<void>;
}

/**
 * Runs `npm run dev`; resolves when the server listens or has ended.
 *
 * @param env variables in addition to the environment of the tests; `undefined` removes a variable
 */
export async function startDev(
  root: string,
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<DevServer> {
  const port = env['PORT'] ?? String(await freePort());
  const child = spawn('npm', ['run', 'dev'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: undefined, NO_COLOR: '1', PATH: pathWithoutOurs(), ...env, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: the server is behind npm and its shell.
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  while (!output.includes(`localhost:${port}`) && child.exitCode === null) await wait(50);
  return {
    url: `http://localhost:${port}`,
    output: () => output,
    ended,
    stop: async () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
      await ended;
    },
  };
}
