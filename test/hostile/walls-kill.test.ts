/** Killing a worker or its host ends every process around the worker. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { TestContext } from 'vitest';
import { killTree } from '../../sandbox/host/kill.ts';
import { runWith } from '../../sandbox/host/run.ts';
import { WorkerStart } from '../../sandbox/host/start.ts';
import { availableIsolations } from '../../sandbox/host/isolation.ts';
import type { Isolation } from '../../sandbox/host/isolation.ts';
import { workerProgram } from '../../sandbox/host/worker-process.ts';
import { defaultLimits } from '../../sandbox/index.ts';
import { notVerified } from '../support/not-verified.ts';
import { alive, processes, treeOf } from '../support/process-tree.ts';
import { pluginInput } from '../unit/sandbox/plugin.ts';

const names = ['none', 'prlimit', 'unshare', 'bwrap', 'prlimit + unshare', 'prlimit + bwrap'];
/** A killed process can end late on a busy machine. */
const soon = { timeout: 50_000, interval: 20 };

/** That wall, if it works here and what runs can be seen. */
async function wallNamed(name: string, context: TestContext): Promise<Isolation> {
  if (!existsSync('/proc/self/stat')) return notVerified(context, { reason: 'no /proc', remedy: 'run on Linux' });
  const wall = availableIsolations().find((one) => one.name === name);
  if (wall !== undefined) {
    const { process: started } = await new WorkerStart(workerProgram(128), defaultLimits, [wall]).worker;
    const works = await started.ready;
    started.kill();
    if (works) return wall;
  }
  const remedy = 'apt-get install util-linux bubblewrap, and allow user namespaces';
  return notVerified(context, { reason: `${name} doesn't work here`, remedy });
}

const children = (): readonly number[] =>
  processes()
    .filter(({ parent }) => parent === process.pid)
    .map(({ pid }) => pid);

describe.for(names)('behind %s', (name) => {
  test('a worker that waits is killed with all there is', async (context) => {
    const wall = await wallNamed(name, context);
    const before = children();
    const start = new WorkerStart(workerProgram(128), defaultLimits, [wall]);
    await start.worker;
    const tree = children()
      .filter((pid) => !before.includes(pid))
      .flatMap(treeOf);
    expect(tree.length).toBeGreaterThan(name.includes('bwrap') ? 1 : 0);
    start.kill();
    await expect.poll(() => alive(tree), soon).toEqual([]);
  });

  test('a run that is given up leaves nothing, at whatever moment', async (context) => {
    const wall = await wallNamed(name, context);
    const before = processes().map(({ pid }) => pid);
    const sessions = new Set<number>();
    const watch = setInterval(() => {
      for (const pid of children()) if (!before.includes(pid)) sessions.add(pid);
    }, 1);
    for (const after of [0, 1, 2, 3, 5, 8, 13, 30, 80, 300]) {
      const options = { isolations: [wall], signal: AbortSignal.timeout(after) };
      const given = runWith(workerProgram(128), pluginInput('for (;;);'), options);
      await expect(given).rejects.toMatchObject({ code: 'SANDBOX_ABORTED' });
    }
    clearInterval(watch);
    expect(sessions.size).toBeGreaterThan(0);
    const left = (): readonly number[] =>
      processes()
        .filter(({ session, state }) => sessions.has(session) && state !== 'Z')
        .map(({ pid }) => pid);
    await expect.poll(left, soon).toEqual([]);
  });

  test('a host that is killed takes its worker along, in the middle of a run', async (context) => {
    const wall = await wallNamed(name, context);
    const host = spawn(execPath, ['--input-type=module', '-e', hostScript(wall.name)], { stdio: 'pipe' });
    await once(host.stdout, 'data');
    // The plugin has begun by then.
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    const tree = treeOf(host.pid ?? 0).filter((pid) => pid !== host.pid);
    expect(tree.length).toBeGreaterThan(0);
    host.kill('SIGKILL');
    await expect.poll(() => alive(tree), soon).toEqual([]);
  });
});

const at = (path: string): string => JSON.stringify(fileURLToPath(new URL(`../../sandbox/${path}`, import.meta.url)));

/** A program that runs an endless plugin behind that wall, and says when its worker is ready. */
function hostScript(wall: string): string {
  return `const { WorkerStart } = await import(${at('host/start.ts')});
const { availableIsolations } = await import(${at('host/isolation.ts')});
const { workerProgram } = await import(${at('host/worker-process.ts')});
const { requestFor } = await import(${at('host/input.ts')});
const { defaultLimits } = await import(${at('index.ts')});
const wall = availableIsolations().find(({ name }) => name === ${JSON.stringify(wall)});
const limits = { ...defaultLimits, wallMs: 60_000 };
const { process: worker } = await new WorkerStart(workerProgram(128), limits, [wall]).worker;
const input = { plugin: { name: 'x', version: '1.0.0', frameworks: [] }, project: { name: 'x' },
  context: { framework: 'express', database: 'file', settings: {} },
  files: new Map([['generator.js', Buffer.from('export default () => { for (;;); }')]]) };
console.log('ready');
await worker.ask(requestFor(input, limits));`;
}

test('killing only the tool leaves its child process, but killing the tree does not (control)', async (context) => {
  if (!existsSync('/proc/self/stat')) notVerified(context, { reason: 'no /proc', remedy: 'run on Linux' });
  const alone = await startTool();
  alone.child.kill('SIGKILL');
  await once(alone.child, 'exit');
  expect(alive([alone.started])).toEqual([alone.started]);
  process.kill(alone.started);
  const whole = await startTool();
  killTree(whole.child);
  await expect.poll(() => alive([whole.started, whole.child.pid ?? 0]), soon).toEqual([]);
});

/** A program that starts another and waits for it, as a wall's tool does. */
async function startTool(): Promise<{ readonly child: ChildProcess; readonly started: number }> {
  const child = spawn('/bin/sh', ['-c', 'sleep 600 & echo $!; wait'], { detached: true, stdio: 'pipe' });
  const [text]: unknown[] = await once(child.stdout, 'data');
  return { child, started: Number(String(text)) };
}
