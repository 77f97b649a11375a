/** A registry whose disk is full. */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { addUser } from '../../../src/registry/users.ts';
import { loadVerdaccio } from '../../../src/registry/verdaccio.ts';
import { repository } from '../../support/cli.ts';
import { freePort } from '../../support/free-port.ts';
import { notVerified } from '../../support/not-verified.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { password, send } from '../../support/verdaccio.ts';

/** Serves from a small disk of its own, which is full when it says so. */
const script = `
  mount -t tmpfs -o size=1m tmpfs disk && cp -a folder disk/folder || exit 1
  "$0" "$1" "$PWD/disk/folder" "$2" > said &
  trap 'kill -TERM $!' TERM; trap 'kill -KILL $!' HUP
  until [ -s said ]; do sleep 0.1; done
  cat /dev/zero > disk/filled 2> /dev/null
  cat said
  wait $!; wait $!
  echo "ended $?"`;

interface Full {
  readonly url: string;
  /** What it says once it is asked to end. */
  readonly stop: () => Promise<string | undefined>;
}

async function fullDisk(): Promise<Full> {
  const cwd = temporaryFolder();
  await addUser(
    { name: 'ada', password },
    { storage: join(cwd, 'folder'), verdaccio: await loadVerdaccio(repository) },
  );
  const port = String(await freePort());
  const serve = [process.execPath, join(repository, 'test/support/serve-folder.ts'), port];
  const child = spawn('unshare', ['-Urm', 'sh', '-c', `mkdir disk; ${script}`, ...serve], {
    cwd,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGHUP'));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const said = async () => (await lines.next()).value;
  expect(await said()).toBe('serves');
  const stop = (): ReturnType<typeof said> => {
    child.kill('SIGTERM');
    return said();
  };
  return { url: `http://127.0.0.1:${port}/`, stop };
}

beforeEach((context) => {
  if (spawnSync('unshare', ['-Urm', 'mount', '-t', 'tmpfs', 'tmpfs', '/tmp']).status === 0) return;
  notVerified(context, { reason: 'no namespaces', remedy: 'Linux with util-linux and user namespaces' });
});

// In ms: its process loads a registry anew.
test('a log that can’t be written ends nothing, and keeps nothing from ending', { timeout: 300_000 }, async () => {
  const { url, stop } = await fullDisk();
  const path = '-/user/org.couchdb.user:ada';
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const wrong = { method: 'PUT', path, body: { name: 'ada', password: 'a wrong password' } };
    expect((await send(url, wrong)).status).toBe(401);
  }
  expect((await send(url, { method: 'PUT', path, body: { name: 'ada', password } })).status).toBe(201);
  expect(await stop()).toBe('ended 143');
});
