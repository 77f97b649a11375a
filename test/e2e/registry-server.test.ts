/** A team's life with its own registry: the real npm, the real genlock, a server in a process of its own. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registryServeResult, registryUserResult } from '../../src/results/registry-server.ts';
import { genlock, repository, run } from '../support/cli.ts';
import { examplePlugin, newLife } from '../support/life.ts';
import { notVerified } from '../support/not-verified.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { npm, password, send, signIn } from '../support/verdaccio.ts';

const bin = join(repository, 'bin/run.js');
const team = realpathSync(mkdtempSync(join(tmpdir(), 'genlock-team-')));
let server: ChildProcess;
let url: string;
let ada: string;
let bob: string;

beforeAll(async () => {
  for (const name of ['ada', 'bob']) {
    const added = spawnSync(process.execPath, [bin, 'registry', 'user', 'add', name, '--json'], {
      cwd: team,
      input: `${password}\n`,
    });
    registryUserResult.parse(JSON.parse(added.stdout.toString()));
  }
  server = spawn(process.execPath, [bin, 'registry', 'serve', '--port', '0', '--json'], { cwd: team });
  url = await new Promise((resolve, reject) => {
    let printed = '';
    server.once('close', () => reject(new Error(`the registry ended: ${printed}`)));
    server.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.endsWith('}\n')) resolve(registryServeResult.parse(JSON.parse(printed)).url);
    });
  });
  ada = await signIn(url, 'ada');
  bob = await signIn(url, 'bob');
});

afterAll(() => {
  server.kill('SIGKILL');
  rmSync(team, { recursive: true, force: true });
});

/** An example plugin in a folder of its own, under another name and version. */
function pluginFolder(name: string, version: string): string {
  const folder = join(temporaryFolder(), 'plugin');
  cpSync(examplePlugin('guestbook'), folder, { recursive: true });
  for (const file of ['manifest.json', 'package.json']) {
    const text = readFileSync(join(folder, file), 'utf8');
    const changed = { ...(JSON.parse(text) as object), name, version };
    writeFileSync(join(folder, file), `${JSON.stringify(changed, undefined, 2)}\n`);
  }
  return folder;
}

const publish = (name: string, version: string, token = ada) =>
  npm(['publish'], { cwd: pluginFolder(name, version), registry: { url }, user: { token } });

/** A home whose .npmrc names the registry. */
function homeOf(token: string): string {
  const home = temporaryFolder();
  writeFileSync(join(home, '.npmrc'), `registry=${url}\n//${new URL(url).host}/:_authToken=${token}\n`);
  return home;
}

/** What a command that does what it should comes to; another one with what it said. */
const done = [0, ''];

const commandIn = (root: string, home: string) => async (args: readonly string[]) => {
  const env = { HOME: home, XDG_CACHE_HOME: undefined, XDG_CONFIG_HOME: undefined };
  const { code, stdout, stderr } = await genlock(args, { cwd: root, env });
  return [code, code === 0 ? '' : `${stdout}${stderr}`];
};

test('npm publishes and installs; genlock adds, updates and removes the same', async () => {
  expect(await publish('guestbook', '1.0.0')).toMatchObject({ code: 0 });

  const project = temporaryFolder();
  writeFileSync(join(project, 'package.json'), '{ "private": true }\n');
  const installed = await npm(['install', 'guestbook'], { cwd: project, registry: { url }, user: { token: bob } });
  expect(installed).toMatchObject({ code: 0 });
  expect(existsSync(join(project, 'node_modules/guestbook/manifest.json'))).toBe(true);

  const { root } = await newLife();
  const inProject = commandIn(root, homeOf(bob));
  expect(await inProject(['add', 'guestbook', '--yes'])).toEqual(done);
  expect(await publish('guestbook', '1.1.0')).toMatchObject({ code: 0 });
  expect(await inProject(['update', 'guestbook', '--yes'])).toEqual(done);
  const locked = () => JSON.parse(readFileSync(join(root, 'genlock.lock.json'), 'utf8')).plugins.guestbook;
  expect(locked()).toMatchObject({ version: '1.1.0', source: `registry:${url}` });

  const at = { cwd: temporaryFolder(), registry: { url }, user: { token: ada } };
  expect(await npm(['deprecate', 'guestbook@1.0.0', 'use 1.1'], at)).toMatchObject({ code: 0 });
  expect((await npm(['view', 'guestbook@1.0.0', 'deprecated'], at)).stdout).toContain('use 1.1');
  expect((await npm(['search', 'guestbook', '--json'], at)).stdout).toContain('guestbook');
  expect(await inProject(['remove', 'guestbook', '--yes'])).toEqual(done);
});

test('genlock signs in, publishes and says who it is; npm uses the same token', async () => {
  const home = temporaryFolder();
  const env = { ...process.env, HOME: home, npm_config_userconfig: join(home, '.npmrc') };
  const inHome = (args: readonly string[], cwd: string) =>
    spawnSync(process.execPath, [bin, ...args], { cwd, env, input: `${password}\n`, encoding: 'utf8' });
  expect(inHome(['login', '--registry', url, '--user', 'ada'], home)).toMatchObject({ status: 0 });
  expect(inHome(['whoami', '--registry', url], home).stdout).toContain('ada');
  const folder = pluginFolder('by-genlock', '1.0.0');
  expect(inHome(['plugin', 'publish', '--registry', url, '--yes'], folder)).toMatchObject({ status: 0 });
  const view = ['npm', 'view', '--registry', url, 'by-genlock', 'version'];
  expect((await run(view, { cwd: home, env })).stdout.trim()).toBe('1.0.0');
});

const spoiled: readonly (readonly [what: string, text: string, spoil: (folder: string) => void])[] = [
  ['without a manifest', 'has no manifest.json', (folder) => rmSync(join(folder, 'manifest.json'))],
  ['without a generator', 'no generator.js', (folder) => rmSync(join(folder, 'generator.js'))],
  ['with native code', 'native code', (folder) => writeFileSync(join(folder, 'fast.node'), '')],
  [
    'with a manifest of another version',
    'The version is',
    (folder) => {
      const file = join(folder, 'manifest.json');
      writeFileSync(file, readFileSync(file, 'utf8').replace('"1.0.0"', '"2.0.0"'));
    },
  ],
];

test.each(spoiled)('npm prints why a plugin %s is refused', async (_, text, spoil) => {
  const folder = pluginFolder('spoiled', '1.0.0');
  spoil(folder);
  const { code, stderr } = await npm(['publish'], { cwd: folder, registry: { url }, user: { token: ada } });
  expect([code, stderr]).toEqual([1, expect.stringContaining(text)]);
  expect(stderr).toContain('422');
});

test('npm prints why the gate refuses', async () => {
  const folder = pluginFolder('refused', '1.0.0');
  writeFileSync(join(folder, 'manifest.json'), '{ "name": "refused", "version": "1.0.0", "databases": ["tape"] }\n');
  const tried = await npm(['publish'], { cwd: folder, registry: { url }, user: { token: ada } });
  expect(tried.code).not.toBe(0);
  expect(tried.stderr).toContain('genlock: plugin rejected');
  expect(tried.stderr).toContain('package/manifest.json:1:');

  expect(await publish('owned', '1.0.0')).toMatchObject({ code: 0 });
  const stolen = await publish('owned', '1.0.1', bob);
  expect(stolen.code).not.toBe(0);
  expect(stolen.stderr).toContain('not yours to change');
  const again = await publish('owned', '1.0.0');
  expect(again.code).not.toBe(0);
});

test('a token of CI that reads installs and can’t publish; revoked, it does neither', async () => {
  expect(await publish('for-ci', '1.0.0')).toMatchObject({ code: 0 });
  const body = { password, readonly: true, cidr_whitelist: [] };
  const made = await send(url, { method: 'POST', path: '-/npm/v1/tokens', body, token: ada });
  const { token, key } = JSON.parse(made.text) as { token: string; key: string };
  const view = () => npm(['view', 'for-ci', 'version'], { cwd: temporaryFolder(), registry: { url }, user: { token } });
  expect(await view()).toMatchObject({ code: 0 });
  expect((await publish('for-ci', '1.1.0', token)).code).not.toBe(0);
  await send(url, { method: 'DELETE', path: `-/npm/v1/tokens/token/${key}`, token: ada });
  expect((await view()).code).not.toBe(0);
});

test('without a network, what was fetched before still works', async (context) => {
  if (spawnSync('unshare', ['-rn', 'true']).status !== 0) {
    notVerified(context, { reason: 'no network namespace', remedy: 'Linux with util-linux and user namespaces' });
  }
  expect(await publish('@team/offline', '1.0.0')).toMatchObject({ code: 0 });
  const { root } = await newLife();
  const home = homeOf(bob);
  const online = commandIn(root, home);
  expect(await online(['add', '@team/offline', '--yes'])).toEqual(done);

  const cut = async (args: readonly string[]) => {
    const { code, stdout, stderr } = await run(['unshare', '-rn', process.execPath, bin, ...args], {
      cwd: root,
      env: { HOME: home, XDG_CACHE_HOME: undefined, XDG_CONFIG_HOME: undefined },
    });
    return [code, code === 0 ? '' : `${stdout}${stderr}`];
  };
  // The control: there is no way to the registry.
  expect(await publish('never-fetched', '1.0.0')).toMatchObject({ code: 0 });
  expect(await cut(['add', 'never-fetched', '--yes'])).not.toEqual(done);
  for (const args of [['verify'], ['sync', '--yes'], ['remove', '@team/offline', '--yes']]) {
    expect([args, await cut(args)]).toEqual([args, done]);
  }
  expect(await cut(['add', '@team/offline', '--offline', '--yes'])).toEqual(done);
  expect(await cut(['verify'])).toEqual(done);

  const archives = join(temporaryFolder(), 'archives');
  mkdirSync(archives);
  const packed = await npm(['pack', '--pack-destination', archives], {
    cwd: pluginFolder('by-archive', '1.0.0'),
    registry: { url },
    user: undefined,
  });
  expect(packed).toMatchObject({ code: 0 });
  expect(await cut(['remove', '@team/offline', '--yes'])).toEqual(done);
  expect(await cut(['add', join(archives, 'by-archive-1.0.0.tgz'), '--yes'])).toEqual(done);
});

test('told to stop, it stops', async () => {
  const ended = new Promise<number | null>((resolve) => server.once('close', resolve));
  server.kill('SIGTERM');
  expect(await ended).toBe(0);
});
