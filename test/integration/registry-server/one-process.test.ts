import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { serveRegistry } from '../../../src/flows/registry-server/serve.ts';
import { repository, run } from '../../support/cli.ts';
import { codesOf } from '../../support/life.ts';
import { notVerified } from '../../support/not-verified.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { gatedRegistry, publication, send } from '../../support/verdaccio.ts';

const serve = (storage: string) => serveRegistry({ cwd: storage, storage, port: 0 });
const lockOf = (storage: string) => join(storage, 'registry.lock');
const claim = (pid: number, host = hostname()) => JSON.stringify({ pid, host, command: 'genlock registry serve' });

test('one process serves from a folder, and the next one may when it has ended', async () => {
  const storage = temporaryFolder();
  const first = await serve(storage);
  expect(await codesOf(serve(storage))).toEqual(['REGISTRY_SERVER_RUNNING']);
  expect(readFileSync(lockOf(storage), 'utf8')).toContain(`"pid":${process.pid}`);
  await first.stop();
  expect(existsSync(lockOf(storage))).toBe(false);
  await (await serve(storage)).stop();
});

test('the folder of a process that was killed is taken over; that of a living one, or of another machine, is not', async () => {
  const storage = temporaryFolder();
  const child = spawn(process.execPath, ['-e', '0']);
  await once(child, 'exit');
  writeFileSync(lockOf(storage), claim(process.ppid));
  expect(await codesOf(serve(storage))).toEqual(['REGISTRY_SERVER_RUNNING']);
  writeFileSync(lockOf(storage), claim(child.pid ?? 0, 'another-machine'));
  expect(await codesOf(serve(storage))).toEqual(['REGISTRY_SERVER_RUNNING']);
  writeFileSync(lockOf(storage), claim(child.pid ?? 0));
  await (await serve(storage)).stop();
});

test('what isn’t a lock is left alone, and one that doesn’t start keeps none', async () => {
  const storage = temporaryFolder();
  mkdirSync(lockOf(storage));
  expect(await codesOf(serve(storage))).toEqual(['REGISTRY_SERVER_FAILED']);
  const damaged = temporaryFolder();
  writeFileSync(join(damaged, 'gate.json'), '{');
  expect(await codesOf(serve(damaged))).toEqual(['REGISTRY_SERVER_FAILED']);
  expect(existsSync(lockOf(damaged))).toBe(false);
});

test('control: two processes without it forget what the other one took', async () => {
  const storage = temporaryFolder();
  await using one = await gatedRegistry({ storage, users: [] });
  await using other = await gatedRegistry({ storage, users: [], configuration: { selfRegistration: true } });
  const user = await send(other.url, {
    method: 'PUT',
    path: '-/user/org.couchdb.user:ada',
    body: { name: 'ada', password: 'correct horse battery' },
  });
  const { token } = JSON.parse(user.text) as { token: string };
  const publish = (at: { readonly url: string }, name: string) =>
    send(at.url, { method: 'PUT', path: name, body: publication(name), token });
  expect((await publish(one, 'first')).status).toBe(201);
  expect((await publish(other, 'second')).status).toBe(201);
  const { packages } = JSON.parse(readFileSync(join(storage, 'gate.json'), 'utf8'));
  expect(Object.keys(packages)).toEqual(['second']);
});

/** Another container of this machine, with a name and processes of its own, that shares the folder. */
function container(storage: string): ChildProcess {
  const script = join(repository, 'test/support/serve-folder.ts');
  const start = `hostname ${randomBytes(6).toString('hex')}; exec "$0" "$1" "$2"`;
  const shell = ['sh', '-c', start, process.execPath, script, storage];
  return spawn('unshare', ['-Urpuf', '--mount-proc', '--kill-child', ...shell], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** What it says first: that it serves, or the code of why it doesn't. */
async function saidBy({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('its output is not piped');
  const [said] = (await once(stdout, 'data')) as [Buffer];
  return said.toString().trim();
}

/** Until the kernel has closed all it had; its output may be among the first. */
async function kill(one: ChildProcess, storage: string): Promise<void> {
  const { witness } = JSON.parse(readFileSync(lockOf(storage), 'utf8')) as { readonly witness: string };
  one.kill('SIGKILL');
  await once(one, 'close');
  while (await isHeard(storage, witness)) await wait(5);
}

/** Whether somebody listens on a socket in a folder, however long its path. */
async function isHeard(cwd: string, socket: string): Promise<boolean> {
  const ask = `require('node:net').connect('${socket}').on('connect', () => process.exit(0)).on('error', () => process.exit(1))`;
  return (await run([process.execPath, '-e', ask], { cwd })).code === 0;
}

// In ms: up to eight registries, each in a process of its own that loads all of it anew.
describe('containers that share a folder', { timeout: 300_000 }, () => {
  const started: ChildProcess[] = [];
  const start = (storage: string) => {
    const one = container(storage);
    started.push(one);
    return one;
  };

  beforeEach((context) => {
    if (spawnSync('unshare', ['-Urpuf', '--mount-proc', 'true']).status === 0) return;
    notVerified(context, { reason: 'no namespaces', remedy: 'Linux with util-linux and user namespaces' });
  });
  afterEach(() => {
    for (const one of started.splice(0)) one.kill('SIGKILL');
  });

  test('one that was killed is followed by the next, and one that only stands still is not', async () => {
    // Longer than the address of a socket may be.
    const storage = join(temporaryFolder(), 'deep'.repeat(30));
    const first = start(storage);
    expect(await saidBy(first)).toBe('serves');
    expect(await saidBy(start(storage))).toBe('REGISTRY_SERVER_RUNNING');
    expect(await codesOf(serve(storage))).toEqual(['REGISTRY_SERVER_RUNNING']);
    const inside = Number(readFileSync(`/proc/${first.pid}/task/${first.pid}/children`, 'utf8'));
    process.kill(inside, 'SIGSTOP');
    expect(await saidBy(start(storage))).toBe('REGISTRY_SERVER_RUNNING');
    await kill(first, storage);
    expect(existsSync(lockOf(storage))).toBe(true);
    expect(await saidBy(start(storage))).toBe('serves');
    expect(readdirSync(storage).filter((name) => name.endsWith('.sock'))).toHaveLength(1);
  });

  test('of many that come at once after it was killed, one serves', async () => {
    const storage = temporaryFolder();
    const first = start(storage);
    expect(await saidBy(first)).toBe('serves');
    await kill(first, storage);
    const said = await Promise.all(Array.from({ length: 6 }, () => saidBy(start(storage))));
    expect(said.toSorted()).toEqual([...Array.from({ length: 5 }, () => 'REGISTRY_SERVER_RUNNING'), 'serves']);
  });

  test.each<[what: string, change: (storage: string) => void]>([
    ['another machine', (storage) => rewrite(storage, { boot: 'another' })],
    ['a container without a socket', (storage) => rewrite(storage, { witness: undefined })],
    ['one whose socket is gone', (storage) => rewrite(storage, { witness: `serving-${'0'.repeat(16)}.sock` })],
    ['one whose socket is elsewhere', (storage) => rewrite(storage, { witness: '../serving.sock' })],
  ])('control: the lock of %s is nobody’s to take', async (_, change) => {
    const storage = temporaryFolder();
    const first = start(storage);
    expect(await saidBy(first)).toBe('serves');
    await kill(first, storage);
    change(storage);
    expect(await codesOf(serve(storage))).toEqual(['REGISTRY_SERVER_RUNNING']);
  });
});

function rewrite(storage: string, change: object): void {
  const lock = JSON.parse(readFileSync(lockOf(storage), 'utf8')) as object;
  writeFileSync(lockOf(storage), JSON.stringify({ ...lock, ...change }));
}
