/**
 * The outer walls: each test runs an action behind a wall, where it fails, and without a wall, where it works. The
 * tests cover every wall with tools on this machine. A wall that cannot work here is not verified.
 */
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TestContext } from 'vitest';
import { attemptProgram, succeeds } from '../../sandbox/host/escape-probes.ts';
import type { EscapeProbe, Target } from '../../sandbox/host/escape-probes.ts';
import { runWith } from '../../sandbox/host/run.ts';
import { WorkerStart } from '../../sandbox/host/start.ts';
import { dataMb, availableIsolations } from '../../sandbox/host/isolation.ts';
import type { Isolation } from '../../sandbox/host/isolation.ts';
import { nodeFlags, workerProgram } from '../../sandbox/host/worker-process.ts';
import { defaultLimits, probeSandbox, runPlugin, sandboxLayers } from '../../sandbox/index.ts';
import { compromised, errorOutput } from '../support/compromised-worker.ts';
import { notVerified } from '../support/not-verified.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { pluginInput } from '../unit/sandbox/plugin.ts';

let listener: Server;
let target: Target;
const working = new Map<string, Isolation>();

beforeAll(async () => {
  listener = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => {
    listener.listen(0, '127.0.0.1', resolve);
  });
  target = {
    file: join(import.meta.dirname, 'walls.test.ts'),
    port: (listener.address() as AddressInfo).port,
    bytes: (dataMb(defaultLimits) + 64) * 1024 * 1024,
  };
  for (const wall of availableIsolations()) {
    const { worker } = new WorkerStart(workerProgram(128), defaultLimits, [wall]);
    const { process: started } = await worker;
    if (await started.ready) working.set(wall.name, wall);
    started.kill();
  }
});

afterAll(() => {
  listener.close();
});

const remedies = {
  prlimit: 'apt-get install util-linux',
  unshare: 'apt-get install util-linux, and allow user namespaces',
  bwrap: 'apt-get install bubblewrap, and allow user namespaces',
};

function wallOf(name: keyof typeof remedies, context: TestContext): Isolation {
  return working.get(name) ?? notVerified(context, { reason: `${name} doesn't work here`, remedy: remedies[name] });
}

const jitless = ['--jitless'];

describe('behind a wall alone, without the guards of Node', () => {
  test.for<[keyof typeof remedies, EscapeProbe]>([
    ['prlimit', 'allocate'],
    ['unshare', 'connect'],
    ['bwrap', 'connect'],
    ['bwrap', 'openFile'],
  ])('%s: %s fails, and works without', async ([name, attempt], context) => {
    const wall = wallOf(name, context);
    const tried = attemptProgram(attempt, { target, flags: jitless });
    expect(await succeeds(tried)).toBe(true);
    expect(await succeeds(wall.around(attemptProgram('nothing', { target, flags: jitless }), defaultLimits))).toBe(
      true,
    );
    expect(await succeeds(wall.around(tried, defaultLimits))).toBe(false);
  });

  test.for<[string, string]>([
    ['a file that grows', `require('fs').writeFileSync(process.argv[1], 'x')`],
    ['a hundred open files', `for (let i = 0; i < 100; i += 1) require('fs').openSync(process.execPath)`],
  ])('prlimit: %s fails, and works without', async ([, script], context) => {
    const wall = wallOf('prlimit', context);
    const tried = { file: execPath, args: [...jitless, '-e', script, join(temporaryFolder(), 'x')] };
    expect(await succeeds(tried)).toBe(true);
    expect(await succeeds(wall.around(tried, defaultLimits))).toBe(false);
  });

  test('prlimit: time and core dumps', async (context) => {
    const wall = wallOf('prlimit', context);
    const script = `require('fs').writeSync(2, require('fs').readFileSync('/proc/self/limits', 'utf8'))`;
    const text = await errorOutput(wall.around({ file: execPath, args: [...jitless, '-e', script] }, defaultLimits));
    expect(text).toMatch(/^Max core file size\s+0\s+0/m);
    expect(text).toMatch(/^Max cpu time\s+30\s+30/m);
  });
});

describe('by Node’s own flags alone', () => {
  test.each<EscapeProbe>(['leaveNode', 'compile'])('%s fails, and works without', async (attempt) => {
    expect(await succeeds(attemptProgram(attempt, { target }))).toBe(true);
    expect(await succeeds(attemptProgram('nothing', { target, flags: nodeFlags }))).toBe(true);
    expect(await succeeds(attemptProgram(attempt, { target, flags: nodeFlags }))).toBe(false);
  });
});

/** Returns a shared library of the worker process. Loading the library as an addon runs it before Node rejects it. */
function library(): string {
  const { sharedObjects }: { sharedObjects: readonly string[] } = JSON.parse(
    JSON.stringify(process.report.getReport()),
  );
  return sharedObjects.find((path) => /libm\b|musl|libSystem/.test(path)) ?? '';
}

/** Returns the results of the attacker's actions, by name: `done`, or the reason of the failure. */
async function attack(wall: Isolation | undefined): Promise<Record<string, string>> {
  const marker = join(temporaryFolder(), 'written');
  const given = { ...target, marker, host: process.pid, library: library() };
  const code = `const target = ${JSON.stringify(given)};
const seen = {};
const attempt = (name, act) => { try { act(); seen[name] = 'done'; } catch (error) { seen[name] = error.code ?? String(error); } };
const fs = process.getBuiltinModule('fs');
attempt('read', () => fs.readFileSync(target.file));
attempt('list', () => { if (!fs.readdirSync('/').includes('etc')) throw new Error('nothing there'); });
attempt('write', () => fs.writeFileSync(target.marker, 'x'));
attempt('exec', () => { const { error } = process.getBuiltinModule('child_process').spawnSync('/bin/true'); if (error) throw error; });
attempt('thread', () => new (process.getBuiltinModule('worker_threads').Worker)('', { eval: true }));
attempt('addon', () => process.dlopen({ exports: {} }, target.library));
attempt('wasm', () => new WebAssembly.Memory({ initial: 1 }));
attempt('signal', () => process.kill(target.host, 0));
seen.env = Object.keys(process.env).filter((name) => name !== 'PWD').join();
const socket = process.getBuiltinModule('net').connect(target.port, '127.0.0.1', () => { seen.connect = 'done'; say(); });
socket.on('error', (error) => { seen.connect = error.code; say(); });
const say = () => fs.writeSync(2, '\\n' + JSON.stringify(seen) + '\\n');`;
  const program = compromised(code, { flags: wall !== undefined });
  const output = await errorOutput(wall === undefined ? program : wall.around(program, defaultLimits));
  const seen: Record<string, string> = JSON.parse(output.split('\n').find((line) => line.startsWith('{')) ?? '{}');
  if (seen['connect'] === undefined) throw new Error(`the attack didn't run to its end: ${output}`);
  return { ...seen, written: String(existsSync(marker)) };
}

describe('code that has reached the worker’s own JavaScript', () => {
  const denied = 'ERR_ACCESS_DENIED';

  test('can do anything in a bare process', async () => {
    expect(await attack(undefined)).toMatchObject({
      ...{ read: 'done', list: 'done', write: 'done', exec: 'done', thread: 'done', wasm: 'done' },
      ...{ signal: 'done', connect: 'done', written: 'true', addon: 'ERR_DLOPEN_FAILED' },
    });
  });

  test('has no files, programs, threads, addons or environment on any machine', async () => {
    const bare = availableIsolations().at(-1);
    const seen = await attack(bare);
    expect(seen).toMatchObject({ read: denied, list: denied, write: denied, exec: denied, thread: denied });
    expect(seen).toMatchObject({ env: 'TZ', written: 'false' });
    expect(seen['wasm']).toMatch(/WebAssembly is not defined/);
    expect(seen['addon']).toMatch(/^ERR_(?:ACCESS_DENIED|DLOPEN_DISABLED)$/);
  });

  test('has no network behind unshare', async (context) => {
    expect((await attack(wallOf('unshare', context)))['connect']).not.toBe('done');
  });

  test('has no network and cannot signal other processes behind bwrap', async (context) => {
    const seen = await attack(wallOf('bwrap', context));
    expect(seen['connect']).not.toBe('done');
    expect(seen['signal']).toBe('ESRCH');
  });
});

test('a worker does not inherit the environment of this process', async () => {
  const marker = join(temporaryFolder(), 'environment');
  const script = `require('fs').writeFileSync(process.argv[1], Object.keys(process.env).join('\\n'))`;
  const program = { file: execPath, args: ['-e', script, marker] };
  expect(await succeeds({ file: '/usr/bin/env', args: ['GENLOCK_A_SECRET=1', program.file, ...program.args] })).toBe(
    true,
  );
  expect(readFileSync(marker, 'utf8').split('\n')).toContain('GENLOCK_A_SECRET');
  vi.stubEnv('GENLOCK_A_SECRET', '1');
  await expect(runWith(program, pluginInput(''))).rejects.toMatchObject({ code: 'SANDBOX_START' });
  vi.unstubAllEnvs();
  expect(readFileSync(marker, 'utf8').split('\n')).toEqual(['TZ']);
});

describe('the layers of a run', () => {
  test('are those that hold when each is tried', async () => {
    const { layers } = await runPlugin(pluginInput(''));
    const probe = await probeSandbox();
    expect(probe.failure).toBeUndefined();
    expect(probe.layers.filter(({ live }) => live).map(({ layer }) => layer)).toEqual(layers);
    expect(working.has(probe.wall)).toBe(true);
  });

  test('come from the next wall if a wall does not work', async () => {
    const broken: Isolation[] = ['/bin/false', '/nowhere/tool'].map((file) => ({
      name: file,
      layers: sandboxLayers,
      around: () => ({ file, args: [] }),
    }));
    const weak: Isolation = { name: 'weak', layers: ['isolate', 'process'], around: (program) => program };
    const report = await runWith(workerProgram(128), pluginInput(''), { isolations: [...broken, weak] });
    expect(report.layers).toEqual(['isolate', 'process']);
    const nothing = runWith(workerProgram(128), pluginInput(''), { isolations: broken });
    await expect(nothing).rejects.toMatchObject({ code: 'SANDBOX_START' });
  });

  test('are fewer if the system refuses namespaces, and the run still works', async (context) => {
    wallOf('unshare', context);
    // A process in a user namespace without a mapping cannot create another namespace.
    const script = `const { runPlugin } = await import(${JSON.stringify(join(import.meta.dirname, '../../sandbox/index.ts'))});
const files = new Map([['generator.js', Buffer.from('export default () => {}')]]);
const { layers } = await runPlugin({ plugin: { name: 'x', version: '1.0.0', frameworks: [] }, project: { name: 'x' }, files,
  context: { framework: 'express', database: 'file', settings: {} } });
console.error(JSON.stringify({ layers }));`;
    const host = { file: 'unshare', args: ['--user', execPath, '--input-type=module', '-e', script] };
    const { layers }: { layers: readonly string[] } = JSON.parse(await errorOutput(host));
    expect(layers).toEqual(expect.arrayContaining(['isolate', 'process', 'permissions', 'jitless']));
    expect(layers).not.toContain('hidden-files');
  });

  test('can be required: the plugin is not handed over without them', async () => {
    const { layers } = await runPlugin(pluginInput(''), { require: ['isolate', 'process', 'permissions', 'jitless'] });
    expect(layers).toContain('permissions');
    const marker = join(temporaryFolder(), 'asked');
    writeFileSync(marker, '');
    const script = `const fs = require('fs'); fs.writeSync(1, '{"ready":1}\\n'); if (fs.readSync(0, Buffer.alloc(9)) > 0) fs.writeFileSync(process.argv[1], 'asked');`;
    const program = { file: execPath, args: ['-e', script, marker] };
    await expect(runWith(program, pluginInput(''), { require: ['hidden-files'] })).rejects.toMatchObject({
      code: 'SANDBOX_LAYER_MISSING',
    });
    expect(readFileSync(marker, 'utf8')).toBe('');
    await expect(runWith(program, pluginInput(''))).rejects.toMatchObject({ code: 'SANDBOX_WORKER_DIED' });
    expect(readFileSync(marker, 'utf8')).toBe('asked');
  });
});
