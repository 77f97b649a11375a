/** A registry whose disk is full. */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { addUser } from '../../../registry-server/users.ts';
import { loadVerdaccio } from '../../../registry-server/verdaccio.ts';
import { packageOf } from '../../support/archives.ts';
import { repository } from '../../support/cli.ts';
import { freePort } from '../../support/free-port.ts';
import { notVerified } from '../../support/not-verified.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { password, pluginFiles, publication, send, signIn } from '../../support/verdaccio.ts';

/** Serves from a small separate disk, then fills the disk except for some kibibytes. */
const script = `
  mount -t tmpfs -o size=1m tmpfs disk && cp -a folder disk/folder || exit 1
  "$0" "$1" "$PWD/disk/folder" "$2" > said &
  trap 'kill -TERM $!' TERM; trap 'kill -KILL $!' HUP; trap 'rm disk/filled; echo emptied' USR1
  until [ -s said ]; do sleep 0.1; done
  cat /dev/zero > disk/filled 2> /dev/null
  truncate -s -"$3"K disk/filled
  cat said
  wait $!; wait $!
  echo "ended $?"`;

interface Full {
  readonly url: string;
  /** Stops the registry and returns the exit status. */
  readonly stop: () => Promise<string | undefined>;
  /** Frees the disk space. */
  readonly empty: () => Promise<string | undefined>;
}

async function fullDisk(room = 0): Promise<Full> {
  const cwd = temporaryFolder();
  await addUser(
    { name: 'ada', password },
    { storage: join(cwd, 'folder'), verdaccio: await loadVerdaccio(repository) },
  );
  const port = String(await freePort());
  const serve = [process.execPath, join(repository, 'test/support/serve-folder.ts'), port, String(room)];
  const child = spawn('unshare', ['-Urm', 'sh', '-c', `mkdir disk; ${script}`, ...serve], {
    cwd,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGHUP'));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const said = async () => (await lines.next()).value;
  expect(await said()).toBe('serves');
  const told = (signal: NodeJS.Signals): ReturnType<typeof said> => {
    child.kill(signal);
    return said();
  };
  return { url: `http://127.0.0.1:${port}/`, stop: () => told('SIGTERM'), empty: () => told('SIGUSR1') };
}

beforeEach((context) => {
  if (spawnSync('unshare', ['-Urm', 'mount', '-t', 'tmpfs', 'tmpfs', '/tmp']).status === 0) return;
  notVerified(context, { reason: 'no namespaces', remedy: 'Linux with util-linux and user namespaces' });
});

// Milliseconds. The process loads a registry again.
test('a log that cannot be written does not stop requests or the shutdown', { timeout: 300_000 }, async () => {
  const { url, stop } = await fullDisk();
  const path = '-/user/org.couchdb.user:ada';
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const wrong = { method: 'PUT', path, body: { name: 'ada', password: 'a wrong password' } };
    expect((await send(url, wrong)).status).toBe(401);
  }
  expect((await send(url, { method: 'PUT', path, body: { name: 'ada', password } })).status).toBe(201);
  expect(await stop()).toBe('ended 143');
});

test('a partially written archive does not become a version', { timeout: 300_000 }, async () => {
  const { url, empty } = await fullDisk(192);
  const by = { path: 'chat', token: await signIn(url, 'ada') };
  const publish = async (version: string, text = '') => {
    const archive = packageOf(pluginFiles('chat', version, { 'text.txt': text }));
    return (await send(url, { ...by, method: 'PUT', body: publication('chat', { version, archive }) })).status;
  };
  const large = randomBytes(300_000).toString('hex');
  expect([await publish('1.0.0'), await publish('1.1.0', large)]).toEqual([201, 500]);
  // Without the gate, Verdaccio records the partial archive, and lists the version once the disk has space for a
  // record.
  expect([await publish('1.2.0', large), await publish('1.3.0', large)]).toEqual([500, 500]);
  const versions = async () => Object.keys(JSON.parse((await send(url, { ...by, method: 'GET' })).text).versions);
  expect(await versions()).toEqual(['1.0.0']);
  expect(await empty()).toBe('emptied');
  expect([await publish('1.1.0', large), await versions()]).toEqual([201, ['1.0.0', '1.1.0']]);
});

test('reports a disk without space at the start', { timeout: 300_000 }, () => {
  const full =
    'mkdir disk && mount -t tmpfs -o size=64k tmpfs disk && mkdir disk/folder && ! cat /dev/zero > disk/filled';
  const serve = 'exec "$0" "$1" registry serve --storage disk/folder --port 0 --json';
  const args = ['-Urm', 'sh', '-c', `${full}; ${serve}`, process.execPath, join(repository, 'bin/dev.js')];
  const { stdout } = spawnSync('unshare', args, { cwd: temporaryFolder(), encoding: 'utf8' });
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'REGISTRY_SERVER_FAILED' } });
});
