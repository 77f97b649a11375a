/**
 * The real worker with an attacker's code in its own JavaScript. The code runs after the worker has loaded everything
 * and received its request, with all features of Node, like a plugin that escaped from its isolate.
 */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultLimits } from '../../sandbox/index.ts';
import { requestFor } from '../../sandbox/host/input.ts';
import { locate } from '../../sandbox/host/locate.ts';
import { nodeFlags } from '../../sandbox/host/worker-process.ts';
import type { WorkerProgram } from '../../sandbox/host/worker-process.ts';
import { pluginInput } from '../unit/sandbox/plugin.ts';
import { temporaryFolder } from './temporary.ts';

/** A worker with that code, with or without the flags that take Node's powers from it. */
export function compromised(code: string, { flags }: { readonly flags: boolean }): WorkerProgram {
  const { worker, addon } = locate();
  const file = join(temporaryFolder(), 'worker.cjs');
  writeFileSync(file, `${readFileSync(worker, 'utf8')};\n${code}\n`);
  // isolated-vm needs its own flag in any case.
  const own = flags ? nodeFlags : ['--no-node-snapshot'];
  return {
    file: process.execPath,
    args: [...own, file, addon, String(defaultLimits.memoryMb)],
    reads: [file, addon],
  };
}

/** Asks a worker to run a plugin and gives back what it wrote to its error stream. */
export function errorOutput({ file, args }: WorkerProgram): Promise<string> {
  const child = spawn(file, args, { cwd: '/', env: { TZ: 'UTC' } });
  let text = '';
  child.stderr.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    // Said all it has to say; without its input the worker ends.
    if (/^\{.*\}$/m.test(text)) child.stdin.end();
  });
  child.stdout.resume();
  child.stdin.on('error', () => undefined);
  const endless = requestFor(pluginInput('for (;;);'), { ...defaultLimits, wallMs: 2_000 });
  child.stdin.write(`${JSON.stringify(endless)}\n`);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(text));
    setTimeout(() => child.stdin.end(), 40_000).unref();
  });
}
