import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { repository } from '../support/cli.ts';
import { freePort } from '../support/free-port.ts';
import { oldestNode } from '../support/nodes.ts';
import { pathWithoutOurs } from '../support/shop.ts';

/** Runs the README's first command until its URL answers, then interrupts it. */
async function demo(): Promise<{ records: number; stopped: boolean; output: string }> {
  const port = await freePort();
  // The oldest Node it promises to start on, where there is one.
  const path = oldestNode()?.path ?? pathWithoutOurs();
  const child = spawn('npm', ['run', 'demo'], {
    cwd: repository,
    env: { ...process.env, PATH: path, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'exit');
  while (!output.includes(`http://localhost:${port}`) && child.exitCode === null) await pause();
  let records = -1;
  while (records < 0 && child.exitCode === null) {
    const answer = await fetch(`http://localhost:${port}/api/orders`).catch(() => undefined);
    if (answer?.ok === true) records = ((await answer.json()) as unknown[]).length;
    else await pause();
  }
  if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT');
  await ended;
  // The server stands behind npm and its shell, and may be the last of them to end.
  let stopped = false;
  for (let attempt = 0; attempt < 150 && !stopped; attempt += 1) {
    if (attempt > 0) await pause();
    stopped = await fetch(`http://localhost:${port}/healthz`).then(
      () => false,
      () => true,
    );
  }
  return { records, stopped, output };
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 200));

test('npm run demo prints the URL of a running shop, ends with Ctrl-C, and is quick the second time', async () => {
  const first = await demo();
  expect({ ...first, output: '' }).toEqual({ records: 50, stopped: true, output: '' });
  const second = await demo();
  expect({ ...second, output: '' }).toEqual({ records: 50, stopped: true, output: '' });
  expect(second.output).not.toMatch(/Install|Build|Create/u);
});
