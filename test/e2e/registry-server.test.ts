/** A team's life with its own registry: the real npm, the real genlock, a server in a process of its own. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  registryOwnerResult,
  registryServeResult,
  registryUserRemoveResult,
  registryUserResult,
} from '../../src/results/registry-server.ts';
import { genlock, repository, run, type Finished } from '../support/cli.ts';
import { exampleArchive } from '../support/example-archive.ts';
import { examplePlugin, newLife } from '../support/life.ts';
import { notVerified } from '../support/not-verified.ts';
import { gatedRegistry, npm, password, publication, send, signIn } from '../support/verdaccio.ts';

const bin = join(repository, 'bin/run.js');
const team = realpathSync(mkdtempSync(join(tmpdir(), 'genlock-team-')));
const storage = join(team, 'registry');
let server: ChildProcess;
let url: string;
let ada: string;
let bob: string;

beforeAll(async () => {
  const added = await Promise.all(
    ['ada', 'bob'].map((name) =>
      genlock(['registry', 'user', 'add', name, '--json'], { cwd: team, input: `${password}\n` }),
    ),
  );
  for (const { stdout } of added) registryUserResult.parse(JSON.parse(stdout));
  server = spawn(process.execPath, [bin, 'registry', 'serve', '--port', '0', '--publisher', 'ada', '--json'], {
    cwd: team,
  });
  url = await new Promise((resolve, reject) => {
    let printed = '';
    server.once('close', () => reject(new Error(`the registry ended: ${printed}`)));
    server.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (printed.endsWith('}\n')) resolve(registryServeResult.parse(JSON.parse(printed)).url);
    });
  });
  [ada, bob] = await Promise.all([signIn(url, 'ada'), signIn(url, 'bob')]);
});

afterAll(() => {
  server.kill('SIGKILL');
  rmSync(team, { recursive: true, force: true });
});

/** Creates an empty folder that exists until all tests end. Tests run concurrently. */
const newFolder = (): string => mkdtempSync(join(team, 'folder-'));

/** An example plugin in a folder of its own, under another name and version. */
function pluginFolder(name: string, version: string): string {
  const folder = join(newFolder(), 'plugin');
  cpSync(examplePlugin('guestbook'), folder, { recursive: true });
  for (const file of ['manifest.json', 'package.json']) {
    const text = readFileSync(join(folder, file), 'utf8');
    const changed = { ...(JSON.parse(text) as object), name, version };
    writeFileSync(join(folder, file), `${JSON.stringify(changed, undefined, 2)}\n`);
  }
  return folder;
}

/** Runs npm with the user's token, by default in an empty folder. */
const npmAs = (token: string | undefined, args: readonly string[], cwd = newFolder()): Promise<Finished> =>
  npm(args, { cwd, registry: { url }, user: token === undefined ? undefined : { token } });

const publishByNpm = (name: string, { version = '1.0.0', token = ada } = {}) =>
  npmAs(token, ['publish'], pluginFolder(name, version));

/** Sends the publish request of npm without npm. */
const publish = async (name: string, { version = '1.0.0', token = ada } = {}): Promise<number> => {
  const body = publication(name, { version, archive: exampleArchive('guestbook', { name, version }) });
  return (await send(url, { method: 'PUT', path: name.replace('/', '%2f'), body, token })).status;
};

/** The error code of a failure that a command printed as JSON. */
const codeIn = (stdout: string): unknown => JSON.parse(stdout).error.code;

/** A home whose .npmrc names the registry. */
function homeOf(token: string): string {
  const home = newFolder();
  writeFileSync(join(home, '.npmrc'), `registry=${url}\n//${new URL(url).host}/:_authToken=${token}\n`);
  return home;
}

/** Outcome of a successful command. The outcome of a failed command includes its output. */
const done = [0, ''];
const outcome = ({ code, stdout, stderr }: Finished) => [code, code === 0 ? '' : `${stdout}${stderr}`];

const homeEnv = (home: string) => ({ HOME: home, XDG_CACHE_HOME: undefined, XDG_CONFIG_HOME: undefined });
const commandIn = (root: string, home: string) => async (args: readonly string[]) =>
  outcome(await genlock(args, { cwd: root, env: homeEnv(home) }));

/** Creates a project with only a `package.json`. */
function emptyProject(): string {
  const project = newFolder();
  writeFileSync(join(project, 'package.json'), '{ "private": true }\n');
  return project;
}

const owner = async (token: string, ...args: readonly string[]) => {
  const { code, stdout } = await npmAs(token, ['owner', ...args]);
  return [code, stdout.trim()];
};

/**
 * Starts a proxy between npm and the registry.
 *
 * @param before runs before a request is forwarded
 */
async function proxyTo(target: string, before: (request: IncomingMessage) => Promise<void>) {
  const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url: path = '/', headers } = request;
    const body = await buffer(request);
    await before(request);
    const answer = await fetch(new URL(path, target), {
      method,
      headers: { 'content-type': 'application/json', authorization: headers.authorization ?? '' },
      ...(body.length === 0 ? {} : { body }),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  };
  const proxy = createServer((request, response) => void forward(request, response)).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, [Symbol.asyncDispose]: async () => void proxy.close() };
}

async function tokenForCi({ readonly }: { readonly readonly: boolean }): Promise<{ token: string; key: string }> {
  const body = { password, readonly, cidr_whitelist: [] };
  const { text } = await send(url, { method: 'POST', path: '-/npm/v1/tokens', body, token: ada });
  return JSON.parse(text) as { token: string; key: string };
}
const readForCi = async (token: string) => (await send(url, { method: 'GET', path: 'for-ci', token })).status;

describe.concurrent('while it serves', () => {
  test('npm publishes and installs; genlock adds, updates and removes the same', async ({ expect }) => {
    expect(await publishByNpm('guestbook')).toMatchObject({ code: 0 });
    const project = emptyProject();
    expect(await npmAs(bob, ['install', 'guestbook'], project)).toMatchObject({ code: 0 });
    expect(existsSync(join(project, 'node_modules/guestbook/manifest.json'))).toBe(true);

    const { root } = await newLife(undefined, newFolder());
    const inProject = commandIn(root, homeOf(bob));
    expect(await inProject(['add', 'guestbook', '--yes'])).toEqual(done);
    expect(await publish('guestbook', { version: '1.1.0' })).toBe(201);
    expect(await inProject(['update', 'guestbook', '--yes'])).toEqual(done);
    const locked = () => JSON.parse(readFileSync(join(root, 'genlock.lock.json'), 'utf8')).plugins.guestbook;
    expect(locked()).toMatchObject({ version: '1.1.0', source: `registry:${url}` });

    expect(await npmAs(ada, ['deprecate', 'guestbook@1.0.0', 'use 1.1'])).toMatchObject({ code: 0 });
    const { text } = await send(url, { method: 'GET', path: 'guestbook', token: bob });
    expect(JSON.parse(text).versions['1.0.0']).toMatchObject({ deprecated: 'use 1.1' });
    expect((await npmAs(ada, ['search', 'guestbook', '--json'])).stdout).toContain('guestbook');
    expect(await inProject(['remove', 'guestbook', '--yes'])).toEqual(done);
  });

  test('genlock signs in, publishes and shows the user name, and npm uses the same token', async ({ expect }) => {
    const home = newFolder();
    const env = { ...homeEnv(home), npm_config_userconfig: join(home, '.npmrc') };
    const inHome = (args: readonly string[], cwd: string) => genlock(args, { cwd, env, input: `${password}\n` });
    expect(await inHome(['login', '--registry', url, '--user', 'ada'], home)).toMatchObject({ code: 0 });
    expect((await inHome(['whoami', '--registry', url], home)).stdout).toContain('ada');
    const folder = pluginFolder('by-genlock', '1.0.0');
    expect(outcome(await inHome(['plugin', 'publish', '--registry', url, '--yes'], folder))).toEqual(done);
    const view = ['npm', 'view', '--registry', url, 'by-genlock', 'version'];
    expect((await run(view, { cwd: home, env })).stdout.trim()).toBe('1.0.0');
  });

  test('the operator publishes an advisory, which genlock audit and npm audit report', async ({ expect }) => {
    for (const version of ['1.0.0', '1.2.0']) expect(await publish('advised', { version })).toBe(201);
    const project = emptyProject();
    expect(await npmAs(bob, ['install', 'advised@1.0.0'], project)).toMatchObject({ code: 0 });
    const { root } = await newLife(undefined, newFolder());
    const home = homeOf(bob);
    expect(await commandIn(root, home)(['add', 'advised@1.0.0', '--yes'])).toEqual(done);
    const audit = async () => {
      const { code, stdout } = await genlock(['audit', '--json'], { cwd: root, env: homeEnv(home) });
      return { code, ...(JSON.parse(stdout) as object) };
    };
    const advise = ['registry', 'advise', 'advised@<1.2.0', '--severity', 'high', '--title', 'Reveals notes'];
    expect(await commandIn(team, home)([...advise, '--storage', storage])).toEqual(done);
    expect(await audit()).toMatchObject({
      code: 3,
      advisories: { faults: [{ name: 'advised', severity: 'high', title: 'Reveals notes' }] },
      releases: { checked: true, changed: [] },
    });
    const byNpm = JSON.parse((await npmAs(bob, ['audit', '--json'], project)).stdout);
    expect(byNpm.vulnerabilities.advised).toMatchObject({ severity: 'high', via: [{ range: '<1.2.0' }] });
    // Control: the fixed version.
    expect(await commandIn(root, home)(['update', 'advised@latest', '--yes'])).toEqual(done);
    expect(await audit()).toMatchObject({ code: 0, advisories: { faults: [] } });
    expect(await npmAs(bob, ['install', 'advised@1.2.0'], project)).toMatchObject({ code: 0 });
    expect((await npmAs(bob, ['audit', '--json'], project)).code).toBe(0);
  });

  test('a wrong password, an existing version and the package of another user are exit 1', async ({ expect }) => {
    const home = newFolder();
    const wrong = { cwd: home, env: homeEnv(home), input: 'wrong horse battery\n' };
    const denied = await genlock(['login', '--registry', url, '--user', 'ada', '--json'], wrong);
    expect([denied.code, codeIn(denied.stdout)]).toEqual([1, 'REGISTRY_UNAUTHORIZED']);
    const args = ['plugin', 'publish', '--registry', url, '--yes', '--json'];
    const publishAs = (token: string, version: string) =>
      genlock(args, { cwd: pluginFolder('exit-codes', version), env: homeEnv(homeOf(token)) });
    expect((await publishAs(ada, '1.0.0')).code).toBe(0);
    const again = await publishAs(ada, '1.0.0');
    expect([again.code, codeIn(again.stdout)]).toEqual([1, 'REGISTRY_VERSION_EXISTS']);
    const foreign = await publishAs(bob, '1.1.0');
    expect([foreign.code, codeIn(foreign.stdout)]).toEqual([1, 'REGISTRY_PUBLISH_REFUSED']);
  });

  test('an author creates, publishes and deprecates with genlock, and another user finds, adds and updates', async ({
    expect,
  }) => {
    const [author, user] = [homeOf(ada), homeOf(bob)];
    const work = newFolder();
    const byAda = (cwd: string) => commandIn(cwd, author);
    expect(await byAda(work)(['plugin', 'create', 'team-notes'])).toEqual(done);
    const plugin = join(work, 'team-notes');
    expect(await byAda(plugin)(['plugin', 'publish', '--registry', url, '--yes'])).toEqual(done);

    const { root } = await newLife(undefined, newFolder());
    const printed = async (args: readonly string[]): Promise<unknown> =>
      JSON.parse((await genlock([...args, '--json'], { cwd: root, env: homeEnv(user) })).stdout);
    expect(await printed(['plugin', 'search', 'team-notes'])).toMatchObject({
      plugins: [{ name: 'team-notes', version: '0.1.0', publisher: 'ada' }],
    });
    expect(await printed(['plugin', 'info', 'team-notes'])).toMatchObject({
      version: '0.1.0',
      publisher: 'ada',
      trust: { signatures: 'verified' },
    });
    const inProject = commandIn(root, user);
    expect(await inProject(['add', 'team-notes', '--yes'])).toEqual(done);

    for (const file of ['manifest.json', 'package.json']) {
      const text = readFileSync(join(plugin, file), 'utf8');
      writeFileSync(join(plugin, file), text.replace('"version": "0.1.0"', '"version": "0.2.0"'));
    }
    expect(await byAda(plugin)(['plugin', 'publish', '--registry', url, '--yes'])).toEqual(done);
    const deprecate = ['plugin', 'deprecate', 'team-notes@0.1.0', 'use 0.2'];
    const another = await genlock([...deprecate, '--registry', url], { cwd: work, env: homeEnv(user) });
    expect([another.code === 0, `${another.stdout}${another.stderr}`]).toEqual([
      false,
      expect.stringContaining('REGISTRY_UNAUTHORIZED'),
    ]);
    expect(await byAda(work)([...deprecate, '--registry', url])).toEqual(done);
    expect(await printed(['plugin', 'info', 'team-notes@0.1.0'])).toMatchObject({ deprecated: 'use 0.2' });
    expect(await inProject(['update', 'team-notes@latest', '--yes'])).toEqual(done);
    expect(await printed(['list'])).toMatchObject({ plugins: [{ name: 'team-notes', version: '0.2.0' }] });
    expect(await inProject(['remove', 'team-notes', '--yes'])).toEqual(done);
  });

  test('npm prints why the gate refuses', async ({ expect }) => {
    const folder = pluginFolder('refused', '1.0.0');
    writeFileSync(join(folder, 'manifest.json'), '{ "name": "refused", "version": "1.0.0", "databases": ["tape"] }\n');
    const tried = await npmAs(ada, ['publish'], folder);
    expect([tried.code, tried.stderr]).toEqual([1, expect.stringContaining('422')]);
    expect(tried.stderr).toContain('genlock: plugin rejected');
    expect(tried.stderr).toContain('package/manifest.json:1:');

    expect(await publish('taken')).toBe(201);
    const stolen = await publishByNpm('taken', { version: '1.0.1', token: bob });
    expect([stolen.code, stolen.stderr]).toEqual([1, expect.stringContaining('not yours to change')]);
    expect((await publishByNpm('taken')).code).toBe(1);
  });

  test('npm prints who can name a publisher for a scope', async ({ expect }) => {
    const refused = await publishByNpm('@team/reserved', { token: bob });
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('the scope @team is reserved')]);
    expect(refused.stderr).toContain('--publisher bob');
    expect(await publishByNpm('@team/reserved')).toMatchObject({ code: 0 });
  });

  test('only owners list, add and remove owners with npm', async ({ expect }) => {
    expect(await publish('shared')).toBe(201);
    expect((await owner(bob, 'add', 'bob', 'shared'))[0]).toBe(1);
    expect(await owner(ada, 'add', 'bob', 'shared')).toEqual([0, '+ bob (shared)']);
    expect(await owner(ada, 'ls', 'shared')).toEqual([0, 'ada <>\nbob <>']);
    expect(await publish('shared', { version: '1.1.0', token: bob })).toBe(201);
    expect(await owner(bob, 'rm', 'ada', 'shared')).toEqual([0, '- ada (shared)']);
    expect(await publish('shared', { version: '1.2.0' })).toBe(403);
    expect((await owner(bob, 'add', 'mallory', 'shared'))[0]).toBe(1);
  });

  test('npm owner fails when the package changed meanwhile, and a retry works', async ({ expect }) => {
    expect(await publish('raced')).toBe(201);
    const meanwhile = () => publish('raced', { version: '1.1.0' });
    await using between = await proxyTo(url, async ({ method }) => void (method === 'PUT' && (await meanwhile())));
    const late = await npm(['owner', 'add', 'bob', 'raced'], {
      cwd: newFolder(),
      registry: between,
      user: { token: ada },
    });
    expect([late.code, late.stderr]).toEqual([1, expect.stringContaining('raced was changed meanwhile')]);
    expect(await owner(ada, 'ls', 'raced')).toEqual([0, 'ada <>']);
    expect(await owner(ada, 'add', 'bob', 'raced')).toEqual([0, '+ bob (raced)']);
  });

  test('a CI token publishes with npm, a read-only token does not, and both fail after revocation', async ({
    expect,
  }) => {
    const [writes, reads] = [await tokenForCi({ readonly: false }), await tokenForCi({ readonly: true })];
    expect(await publishByNpm('for-ci', { token: writes.token })).toMatchObject({ code: 0 });
    expect(await readForCi(reads.token)).toBe(200);
    expect(await publish('for-ci', { version: '1.1.0', token: reads.token })).toBe(403);
    for (const { key } of [writes, reads]) {
      await send(url, { method: 'DELETE', path: `-/npm/v1/tokens/token/${key}`, token: ada });
    }
    expect((await publishByNpm('for-ci', { version: '1.1.0', token: writes.token })).code).toBe(1);
    expect(await readForCi(reads.token)).toBe(403);
    expect(await publish('for-ci', { version: '1.1.0' })).toBe(201);
  });

  test('adds a cached plugin without a network', async (context) => {
    const { expect } = context;
    if (spawnSync('unshare', ['-rn', 'true']).status !== 0) {
      notVerified(context, { reason: 'no network namespace', remedy: 'Linux with util-linux and user namespaces' });
    }
    expect(await publish('@team/offline')).toBe(201);
    const { root } = await newLife(undefined, newFolder());
    const home = homeOf(bob);
    expect(await commandIn(root, home)(['add', '@team/offline', '--yes'])).toEqual(done);

    const cut = async (args: readonly string[]) =>
      outcome(await run(['unshare', '-rn', process.execPath, bin, ...args], { cwd: root, env: homeEnv(home) }));
    // The control: there is no way to the registry.
    expect(await publish('never-fetched')).toBe(201);
    expect(await cut(['add', 'never-fetched', '--yes'])).not.toEqual(done);
    for (const args of [['verify'], ['sync', '--yes'], ['remove', '@team/offline', '--yes']]) {
      expect([args, await cut(args)]).toEqual([args, done]);
    }
    expect(await cut(['add', '@team/offline', '--offline', '--yes'])).toEqual(done);
    expect(await cut(['remove', '@team/offline', '--yes'])).toEqual(done);

    const archives = join(newFolder(), 'archives');
    mkdirSync(archives);
    const folder = pluginFolder('by-archive', '1.0.0');
    expect(await npmAs(undefined, ['pack', '--pack-destination', archives], folder)).toMatchObject({ code: 0 });
    expect(await cut(['add', join(archives, 'by-archive-1.0.0.tgz'), '--yes'])).toEqual(done);
  });

  test('refuses a second process on the same folder', async ({ expect }) => {
    const { code, stdout } = await genlock(['registry', 'serve', '--port', '0', '--json'], { cwd: team });
    expect([code, stdout]).toEqual([3, expect.stringContaining('REGISTRY_SERVER_RUNNING')]);
  });
});

test('ignores a byte order mark at the start of a password file', async () => {
  const input = `\uFEFF${password}\r\n`;
  expect((await genlock(['registry', 'user', 'add', 'marked'], { cwd: team, input })).code).toBe(0);
  expect(await signIn(url, 'marked')).not.toBe('');
});

test.each([
  { what: ['user', 'remove', 'nobody'], hint: 'users.htpasswd' },
  { what: ['owner', 'add', 'ada', 'nothing'], hint: 'published' },
  { what: ['owner', 'add', 'nobody', 'guestbook'], hint: 'registry user add' },
])('a hint that fits: registry $what', async ({ what, hint }) => {
  const { code, stdout } = await genlock(['registry', ...what, '--json'], { cwd: team });
  expect([code, stdout]).toEqual([2, expect.stringContaining(hint)]);
});

test('a removed user loses access while the server runs', async () => {
  for (const name of ['of-bob', 'left-by-bob']) expect(await publish(name, { token: bob })).toBe(201);
  const { stdout } = await genlock(['registry', 'user', 'remove', 'bob', '--json'], { cwd: team });
  expect(registryUserRemoveResult.parse(JSON.parse(stdout)).orphaned).toContain('of-bob');
  expect((await send(url, { method: 'GET', path: '-/whoami', token: bob })).status).toBe(401);
  const given = await genlock(['registry', 'owner', 'add', 'ada', 'left-by-bob', '--json'], { cwd: team });
  expect(registryOwnerResult.parse(JSON.parse(given.stdout)).owners).toEqual(['ada']);
  expect(await publish('left-by-bob', { version: '1.1.0' })).toBe(201);
});

test('stops on SIGTERM, and a restored backup of the folder serves everything again', async () => {
  const ended = new Promise<number | null>((resolve) => server.once('close', resolve));
  server.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(existsSync(join(storage, 'registry.lock'))).toBe(false);

  const backup = join(team, 'backup');
  cpSync(storage, backup, { recursive: true });
  rmSync(storage, { recursive: true });
  cpSync(backup, storage, { recursive: true });
  await using restored = await gatedRegistry({ storage, users: [] });
  url = restored.url;
  const project = emptyProject();
  expect(await npmAs(ada, ['install', 'of-bob', 'guestbook@1.0.0'], project)).toMatchObject({ code: 0 });
  expect(existsSync(join(project, 'node_modules/of-bob/manifest.json'))).toBe(true);
  expect(await publish('of-bob', { version: '1.1.0' })).toBe(403);
  expect(await publish('guestbook', { version: '1.2.0' })).toBe(201);
});
