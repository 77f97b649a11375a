/** Ctrl-C while an archive is on its way, at a real process. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { repository } from '../support/cli.ts';
import { exampleArchive } from '../support/example-archive.ts';
import { fakeRegistry } from '../support/fake-registry.ts';
import { newLife } from '../support/life.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

const megabyte = Buffer.alloc(1024 * 1024);

test.each([
  { signal: 'SIGINT', code: 130, said: 'INTERRUPTED', left: 0 },
  // The control: who is killed has no time to clean up.
  { signal: 'SIGKILL', code: null, said: '', left: 1 },
] as const)('$signal while an archive is on its way writes nothing', async ({ signal, code, said, left }) => {
  await using registry = await fakeRegistry();
  registry.publish({ name: 'guestbook', version: '1.0.0', archive: exampleArchive('guestbook') });
  const asked = Promise.withResolvers<void>();
  registry.answer('/guestbook/-/guestbook-1.0.0.tgz', (_, response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    response.write(megabyte);
    asked.resolve();
  });
  const { root } = await newLife();
  const before = treeHash(root);
  const cache = temporaryFolder();
  const env = { ...process.env, HOME: temporaryFolder(), GENLOCK_CACHE: cache, npm_config_registry: registry.url };
  const child = spawn(process.execPath, [join(repository, 'bin/run.js'), 'add', 'guestbook', '--yes'], {
    cwd: root,
    env,
  });
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const ended = new Promise((resolve) => child.once('close', (status) => resolve(status)));
  const beingWritten = join(cache, 'registry/tmp');
  const unfinished = () => (existsSync(beingWritten) ? readdirSync(beingWritten) : []);
  // What the registry says of the package is kept by then.
  await asked.promise;
  while (unfinished().length === 0) await wait(20);
  child.kill(signal);
  expect(await ended).toBe(code);
  expect(printed).toContain(said);
  expect(unfinished()).toHaveLength(left);
  expect(treeHash(root)).toEqual(before);
});
