/**
 * A host that runs a plugin many times, kills a tenth of the runs from outside, and reports the remains. It is a
 * separate program that needs `--expose-gc`, an empty folder as TMPDIR, and its task as JSON.
 */
import cp from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readdirSync, writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { processes } from './process-tree.ts';

export interface Task {
  readonly runs: number;
  /** Leaves something of every kind behind, on purpose. */
  readonly leaky: boolean;
}

export interface Left {
  readonly done: number;
  readonly killed: number;
  /** Processes of the workers' sessions that run, or that this one didn't wait for. */
  readonly processes: number;
  /** Dead ones left to the system's first process, which not every container's takes leave of. */
  readonly orphans: number;
  readonly descriptors: number;
  readonly temporary: number;
  /** JavaScript's memory and the process's, in MiB above what they were after the first runs. */
  readonly heapMiB: number;
  readonly residentMiB: number;
}

const sessions: number[] = [];
/** Resolves when a worker has ended and its pipes are closed, one promise for each worker. */
const closed: Promise<unknown>[] = [];
const real = cp.spawn;
const watched = (...given: Parameters<typeof cp.spawn>): ChildProcess => {
  const child = real(...given);
  if (child.pid !== undefined) sessions.push(child.pid);
  closed.push(once(child, 'close'));
  return child;
};
Object.assign(cp, { spawn: watched });
syncBuiltinESMExports();
const { runPlugin, SandboxError } = await import('../../sandbox/index.ts');

const { runs, leaky }: Task = JSON.parse(process.argv[2] ?? '');
const source = new TextEncoder().encode(`import * as sdk from 'genlock/sdk';
export default async () => { sdk.registerCSS({ a: 'red' }); await sdk.copyTemplates(); };`);
const template = new TextEncoder().encode('{{name}}\n'.repeat(1_000));
const files = new Map([
  ['generator.js', source],
  ['templates/a.md', template],
]);
const endless = new Map([...files, ['generator.js', new TextEncoder().encode('export default () => { for (;;); };')]]);
const input = {
  plugin: { name: 'many', version: '1.0.0', frameworks: ['express'] },
  files,
  context: { framework: 'express', database: 'file', settings: {} },
  project: { name: 'shop' },
} as const;
const kept: unknown[] = [];
let done = 0;
let killed = 0;

await inTurn(20);
const before = measure();
done = 0;
killed = 0;
await inTurn(runs);
const after = measure();
writeSync(
  1,
  JSON.stringify({
    done,
    killed,
    ...(await remaining()),
    descriptors: after.descriptors - before.descriptors,
    temporary: readdirSync(tmpdir()).length,
    heapMiB: after.heapMiB - before.heapMiB,
    residentMiB: after.residentMiB - before.residentMiB,
  } satisfies Left),
);
process.exit();

/** Once the system's first process has had the time to take leave of the dead. */
async function remaining(): Promise<Pick<Left, 'processes' | 'orphans'>> {
  const deadline = performance.now() + 5_000;
  for (;;) {
    const all = processes().filter(({ session }) => sessions.includes(session));
    if (all.length === 0 || performance.now() > deadline) {
      const orphans = all.filter(({ state, parent }) => state === 'Z' && parent !== process.pid).length;
      return { processes: all.length - orphans, orphans };
    }
    await wait(50);
  }
}

async function inTurn(count: number): Promise<void> {
  let next = 0;
  const take = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await one(next);
    }
  };
  await Promise.all([take(), take()]);
  await Promise.all(closed.splice(0));
}

/**
 * Runs the plugin. Every tenth run is stopped, alternately by its caller and by killing its process, at various
 * moments.
 */
async function one(at: number): Promise<void> {
  const kill = at % 10 === 0;
  const moment = 10 + ((at * 7) % 160);
  const byCaller = at % 20 === 0;
  const options = kill && byCaller ? { signal: AbortSignal.timeout(moment) } : {};
  const run = runPlugin(kill ? { ...input, files: endless } : input, options);
  const pid = sessions.at(-1);
  if (kill && !byCaller) setTimeout(() => end(pid), moment);
  if (leaky) leak();
  try {
    await run;
    done += 1;
  } catch (error) {
    if (!(error instanceof SandboxError) || !kill) throw error;
    killed += 1;
  }
}

function end(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  } catch {
    // It was faster.
  }
}

function leak(): void {
  kept.push(
    Array.from({ length: 100_000 }, () => done),
    openSync(process.execPath, 'r'),
  );
  mkdtempSync(join(tmpdir(), 'left-'));
  const { pid } = real('sleep', ['60'], { detached: true, stdio: 'ignore' });
  if (pid !== undefined) sessions.push(pid);
}

function measure(): Pick<Left, 'descriptors' | 'heapMiB' | 'residentMiB'> {
  if (globalThis.gc === undefined) throw new Error('start it with --expose-gc');
  for (let i = 0; i < 3; i += 1) globalThis.gc();
  const { heapUsed, rss } = process.memoryUsage();
  return {
    descriptors: readdirSync('/proc/self/fd').length,
    heapMiB: heapUsed / 1024 / 1024,
    residentMiB: rss / 1024 / 1024,
  };
}
