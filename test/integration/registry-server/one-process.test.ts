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

test('only one process serves a folder, and the next one can start afterwards', async () => {
  const storage = temporaryFolder();
  const first = await serve(storage);
  expect(await codesOf(serve(storage))).toEqual(['REGISTRY_SERVER_RUNNING']);
  expect(readFileSync(lockOf(storage), 'utf8')).toContain(`"pid":${process.pid}`);
  await first.stop();
  expect(existsSync(lockOf(storage))).toBe(false);
  await (await serve(storage)).stop();
});

test('takes over the folder of a killed process, but not of a running process or another machine', async () => {
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

test('keeps a lock path that is not a file, and leaves no lock if the start fails', async () => {
  const storage = temporaryFolder();
  mkdirSync(lockOf(storage));
  expect(await codesOf(serve(storage))).toEqual(['REGISTRY_SERVER_FAILED']);
  const damaged = temporaryFolder();
  writeFileSync(join(damaged, 'gate.json'), '{');
  expect(await codesOf(serve(damaged))).toEqual(['REGISTRY_SERVER_FAILED']);
  expect(existsSync(lockOf(damaged))).toBe(false);
});

test('control: without the lock, two processes overwrite the records of each other', async () => {
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

/** Starts another container of this machine that shares the folder, with a separate host name and processes. */
function container(storage: string): ChildProcess {
  const script = join(repository, 'test/support/serve-folder.ts');
  const start = `hostname ${randomBytes(6).toString('hex')}; exec "$0" "$1" "$2"`;
  const shell = ['sh', '-c', start, process.execPath, script, storage];
  return spawn('unshare', ['-Urpuf', '--mount-proc', '--kill-child', ...shell], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Returns the first output: that the registry serves, or the error code. */
async function saidBy({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('its output is not piped');
  const [said] = (await once(stdout, 'data')) as [Buffer];
  return said.toString().trim();
}

/** Waits until the kernel has closed all files and sockets. The output can close earlier. */
async function kill(one: ChildProcess, storage: string): Promise<void> {
  const { witness } = JSON.parse(readFileSync(lockOf(storage), 'utf8')) as { readonly witness: string };
  one.kill('SIGKILL');
  await once(one, 'close');
  while (await isHeard(storage, witness)) await wait(5);
}

/** Returns whether a process listens on a socket in a folder, for paths of any length. */
async function isHeard(cwd: string, socket: string): Promise<boolean> {
  const ask = `require('node:net').connect('${socket}').on('connect', () => process.exit(0)).on('error', () => process.exit(1))`;
  return (await run([process.execPath, '-e', ask], { cwd })).code === 0;
}

// Milliseconds. Up to eight registries start, each in a separate process.
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

  test('replaces a killed registry, but not a suspended one', async () => {
    // The path exceeds the maximum length of a socket address.
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

  test('starts only one of several registries after one was killed', async () => {
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
  ])('control: does not take the lock of %s', async (_, change) => {
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
