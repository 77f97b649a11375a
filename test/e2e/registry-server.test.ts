/** A team's life with its own registry: the real npm, the real genlock, a server in a process of its own. */
import { spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registryOwnerResult, registryUserRemoveResult } from '../../src/results/registry-server.ts';
import { genlock, repository, run, type Finished } from '../support/cli.ts';
import { newLife } from '../support/life.ts';
import { notVerified } from '../support/not-verified.ts';
import {
  endRegistry,
  newFolder,
  npmAs,
  pluginFolder,
  publish,
  publishByNpm,
  registry,
  startRegistry,
  storage,
  team,
} from '../support/team-registry.ts';
import { gatedRegistry, password, send, signIn } from '../support/verdaccio.ts';

let server: ChildProcess;
beforeAll(async () => {
  server = await startRegistry();
});
afterAll(() => endRegistry(server));

const bin = join(repository, 'bin/run.js');
/** The error code of a failure that a command printed as JSON. */
const codeIn = (stdout: string): unknown => JSON.parse(stdout).error.code;

/** A home whose .npmrc names the registry. */
function homeOf(token: string): string {
  const home = newFolder();
  writeFileSync(
    join(home, '.npmrc'),
    `registry=${registry.url}\n//${new URL(registry.url).host}/:_authToken=${token}\n`,
  );
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

describe.concurrent('while it serves', () => {
  test('npm publishes and installs; genlock adds, updates and removes the same', async ({ expect }) => {
    expect(await publishByNpm('guestbook')).toMatchObject({ code: 0 });
    const project = emptyProject();
    expect(await npmAs(registry.bob, ['install', 'guestbook'], project)).toMatchObject({ code: 0 });
    expect(existsSync(join(project, 'node_modules/guestbook/manifest.json'))).toBe(true);

    const { root } = await newLife(undefined, newFolder());
    const inProject = commandIn(root, homeOf(registry.bob));
    expect(await inProject(['add', 'guestbook', '--yes'])).toEqual(done);
    expect(await publish('guestbook', { version: '1.1.0' })).toBe(201);
    expect(await inProject(['update', 'guestbook', '--yes'])).toEqual(done);
    const locked = () => JSON.parse(readFileSync(join(root, 'genlock.lock.json'), 'utf8')).plugins.guestbook;
    expect(locked()).toMatchObject({ version: '1.1.0', source: `registry:${registry.url}` });

    expect(await npmAs(registry.ada, ['deprecate', 'guestbook@1.0.0', 'use 1.1'])).toMatchObject({ code: 0 });
    const { text } = await send(registry.url, { method: 'GET', path: 'guestbook', token: registry.bob });
    expect(JSON.parse(text).versions['1.0.0']).toMatchObject({ deprecated: 'use 1.1' });
    expect((await npmAs(registry.ada, ['search', 'guestbook', '--json'])).stdout).toContain('guestbook');
    expect(await inProject(['remove', 'guestbook', '--yes'])).toEqual(done);
  });

  test('genlock signs in, publishes and shows the user name, and npm uses the same token', async ({ expect }) => {
    const home = newFolder();
    const env = { ...homeEnv(home), npm_config_userconfig: join(home, '.npmrc') };
    const inHome = (args: readonly string[], cwd: string) => genlock(args, { cwd, env, input: `${password}\n` });
    expect(await inHome(['login', '--registry', registry.url, '--user', 'ada'], home)).toMatchObject({ code: 0 });
    expect((await inHome(['whoami', '--registry', registry.url], home)).stdout).toContain('ada');
    const folder = pluginFolder('by-genlock', '1.0.0');
    expect(outcome(await inHome(['plugin', 'publish', '--registry', registry.url, '--yes'], folder))).toEqual(done);
    const view = ['npm', 'view', '--registry', registry.url, 'by-genlock', 'version'];
    expect((await run(view, { cwd: home, env })).stdout.trim()).toBe('1.0.0');
  });

  test('the operator publishes an advisory, which genlock audit and npm audit report', async ({ expect }) => {
    for (const version of ['1.0.0', '1.2.0']) expect(await publish('advised', { version })).toBe(201);
    const project = emptyProject();
    expect(await npmAs(registry.bob, ['install', 'advised@1.0.0'], project)).toMatchObject({ code: 0 });
    const { root } = await newLife(undefined, newFolder());
    const home = homeOf(registry.bob);
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
    const byNpm = JSON.parse((await npmAs(registry.bob, ['audit', '--json'], project)).stdout);
    expect(byNpm.vulnerabilities.advised).toMatchObject({ severity: 'high', via: [{ range: '<1.2.0' }] });
    // Control: the fixed version.
    expect(await commandIn(root, home)(['update', 'advised@latest', '--yes'])).toEqual(done);
    expect(await audit()).toMatchObject({ code: 0, advisories: { faults: [] } });
    expect(await npmAs(registry.bob, ['install', 'advised@1.2.0'], project)).toMatchObject({ code: 0 });
    expect((await npmAs(registry.bob, ['audit', '--json'], project)).code).toBe(0);
  });

  test('a wrong password, an existing version and the package of another user are exit 1', async ({ expect }) => {
    const home = newFolder();
    const wrong = { cwd: home, env: homeEnv(home), input: 'wrong horse battery\n' };
    const denied = await genlock(['login', '--registry', registry.url, '--user', 'ada', '--json'], wrong);
    expect([denied.code, codeIn(denied.stdout)]).toEqual([1, 'REGISTRY_UNAUTHORIZED']);
    const args = ['plugin', 'publish', '--registry', registry.url, '--yes', '--json'];
    const publishAs = (token: string, version: string) =>
      genlock(args, { cwd: pluginFolder('exit-codes', version), env: homeEnv(homeOf(token)) });
    expect((await publishAs(registry.ada, '1.0.0')).code).toBe(0);
    const again = await publishAs(registry.ada, '1.0.0');
    expect([again.code, codeIn(again.stdout)]).toEqual([1, 'REGISTRY_VERSION_EXISTS']);
    const foreign = await publishAs(registry.bob, '1.1.0');
    expect([foreign.code, codeIn(foreign.stdout)]).toEqual([1, 'REGISTRY_PUBLISH_REFUSED']);
  });

  test('an author creates, publishes and deprecates with genlock, and another user finds, adds and updates', async ({
    expect,
  }) => {
    const [author, user] = [homeOf(registry.ada), homeOf(registry.bob)];
    const work = newFolder();
    const byAda = (cwd: string) => commandIn(cwd, author);
    expect(await byAda(work)(['plugin', 'create', 'team-notes'])).toEqual(done);
    const plugin = join(work, 'team-notes');
    expect(await byAda(plugin)(['plugin', 'publish', '--registry', registry.url, '--yes'])).toEqual(done);

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
    expect(await byAda(plugin)(['plugin', 'publish', '--registry', registry.url, '--yes'])).toEqual(done);
    const deprecate = ['plugin', 'deprecate', 'team-notes@0.1.0', 'use 0.2'];
    const another = await genlock([...deprecate, '--registry', registry.url], { cwd: work, env: homeEnv(user) });
    expect([another.code === 0, `${another.stdout}${another.stderr}`]).toEqual([
      false,
      expect.stringContaining('REGISTRY_UNAUTHORIZED'),
    ]);
    expect(await byAda(work)([...deprecate, '--registry', registry.url])).toEqual(done);
    expect(await printed(['plugin', 'info', 'team-notes@0.1.0'])).toMatchObject({ deprecated: 'use 0.2' });
    expect(await inProject(['update', 'team-notes@latest', '--yes'])).toEqual(done);
    expect(await printed(['list'])).toMatchObject({ plugins: [{ name: 'team-notes', version: '0.2.0' }] });
    expect(await inProject(['remove', 'team-notes', '--yes'])).toEqual(done);
  });

  test('adds a cached plugin without a network', async (context) => {
    const { expect } = context;
    if (spawnSync('unshare', ['-rn', 'true']).status !== 0) {
      notVerified(context, { reason: 'no network namespace', remedy: 'Linux with util-linux and user namespaces' });
    }
    expect(await publish('@team/offline')).toBe(201);
    const { root } = await newLife(undefined, newFolder());
    const home = homeOf(registry.bob);
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
  expect(await signIn(registry.url, 'marked')).not.toBe('');
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
  for (const name of ['of-bob', 'left-by-bob']) expect(await publish(name, { token: registry.bob })).toBe(201);
  const { stdout } = await genlock(['registry', 'user', 'remove', 'bob', '--json'], { cwd: team });
  expect(registryUserRemoveResult.parse(JSON.parse(stdout)).orphaned).toContain('of-bob');
  expect((await send(registry.url, { method: 'GET', path: '-/whoami', token: registry.bob })).status).toBe(401);
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
  registry.url = restored.url;
  const project = emptyProject();
  expect(await npmAs(registry.ada, ['install', 'of-bob', 'guestbook@1.0.0'], project)).toMatchObject({ code: 0 });
  expect(existsSync(join(project, 'node_modules/of-bob/manifest.json'))).toBe(true);
  expect(await publish('of-bob', { version: '1.1.0' })).toBe(403);
  expect(await publish('guestbook', { version: '1.2.0' })).toBe(201);
});
