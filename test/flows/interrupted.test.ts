/** Ctrl-C at a real process: while an archive is downloaded, and while a package manager runs. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { repository } from '../support/cli.ts';
import { exampleArchive } from '../support/example-archive.ts';
import { fakeRegistry } from '../support/fake-registry.ts';
import { lifeIn, newLife } from '../support/life.ts';
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
  // By then, the package metadata is in the cache.
  await asked.promise;
  while (unfinished().length === 0) await wait(20);
  child.kill(signal);
  expect(await ended).toBe(code);
  expect(printed).toContain(said);
  expect(unfinished()).toHaveLength(left);
  expect(treeHash(root)).toEqual(before);
});

/** Starts `init --install` with a package manager that never ends, once that runs. */
async function installing(script: string, ...args: readonly string[]) {
  const cwd = temporaryFolder();
  const bin = temporaryFolder();
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\n${script}\necho $$ > "$0.pid"\nwhile :; do sleep 0.1; done\n`, {
    mode: 0o755,
  });
  const env = { ...process.env, HOME: temporaryFolder(), PATH: `${bin}:${process.env['PATH'] ?? ''}` };
  const words = ['init', 'shop', '--database', 'file', '--yes', '--install', ...args];
  const child = spawn(process.execPath, [join(repository, 'bin/run.js'), ...words], { cwd, env });
  const printed = { out: '', error: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed.error += text));
  const ended = new Promise((resolve) => child.once('close', (status) => resolve(status)));
  const pidFile = join(bin, 'npm.pid');
  while (!existsSync(pidFile) || readFileSync(pidFile, 'utf8') === '') await wait(20);
  const pid = Number(readFileSync(pidFile, 'utf8'));
  return { child, ended, printed, root: join(cwd, 'shop'), isRunning: () => isAlive(pid) };
}

describe.skipIf(process.platform === 'win32')('Ctrl-C while packages are installed', () => {
  test('ends the package manager and shows the remaining commands', async () => {
    const { child, ended, printed, root, isRunning } = await installing('');
    expect(isRunning()).toBe(true);
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(isRunning()).toBe(false);
    expect(printed.out).toMatch(/Stopped by Ctrl-C[^]*Next\n[^]* npm install\n[^]*db migrate dev[^]*npm run dev/u);
    // The project is complete.
    expect((await lifeIn(root).sync()).status).toBe('unchanged');
  });

  test('is in the result that --json prints', async () => {
    const { child, ended, printed } = await installing('', '--json');
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(JSON.parse(printed.out)).toMatchObject({ status: 'created', interrupted: 'install' });
    expect(printed.error).toBe('');
  });

  test('a second Ctrl-C does not wait for a package manager that ignores the first', async () => {
    const { child, ended, printed, root, isRunning } = await installing("trap '' INT TERM");
    child.kill('SIGINT');
    await wait(200);
    expect(child.exitCode).toBeNull();
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(printed.error).toContain('INTERRUPTED');
    expect(printed.error).not.toContain('Nothing was changed');
    for (let tries = 0; isRunning() && tries < 100; tries += 1) await wait(20);
    expect(isRunning()).toBe(false);
    expect((await lifeIn(root).sync()).status).toBe('unchanged');
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
