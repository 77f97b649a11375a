import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as tar from 'tar';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codes, exitCodes } from '../../src/errors/codes.ts';
import { GenlockError } from '../../src/errors/error.ts';
import type { PublishRequest } from '../../src/flows/author/publish.ts';
import { newAuthor, type Author } from '../support/author.ts';
import { fakeRegistry, json } from '../support/fake-registry.ts';
import { codesOf, newLife } from '../support/life.ts';
import { temporaryFolder } from '../support/temporary.ts';

let author: Author;
let registry: Author['registry'];
let published: Author['published'];
let folder: string;
let home: string;
let publish: Author['publish'];
let write: Author['write'];
let edit: Author['edit'];
beforeEach(async () => {
  author = await newAuthor();
  ({ registry, published, folder, home, publish, write, edit } = author);
});
afterEach(() => author[Symbol.asyncDispose]());

const editPackage = (change: object) => edit('package.json', change);

const sayYes = () => Promise.resolve(true);
const at = async (more: Partial<PublishRequest>, env: object) =>
  (await publish({ dryRun: true, ...more }, { env: { HOME: home, ...env } })).registry;

test('publishes the package that was shown, and the plugin can be added', async () => {
  const result = await publish();
  expect(author.previews).toEqual([{ ...result, status: 'planned' }]);
  const [sent] = published.all;
  expect(sent?.version.dist.integrity).toBe(result.archive.integrity);
  expect(sent?.archive.length).toBe(result.archive.bytes);
  expect(sent?.tags).toEqual({ latest: '1.0.0' });
  const life = await newLife();
  await life.add(['guestbook'], { network: true, yes: true, env: { HOME: home, npm_config_registry: registry.url } });
  const { plugins } = JSON.parse(readFileSync(join(life.root, 'genlock.lock.json'), 'utf8'));
  expect(plugins.guestbook).toMatchObject({ source: `registry:${registry.url}`, integrity: result.archive.integrity });
});

test('the same files are the same bytes, whenever and wherever they lie', async () => {
  const first = await publish({ dryRun: true });
  const copy = join(temporaryFolder(), 'elsewhere');
  cpSync(folder, copy, { recursive: true });
  const plain = await asTarDoes(copy);
  expect(await asTarDoes(copy)).toEqual(plain);
  // As another umask, another time and another file system leave them.
  const entries = readdirSync(copy, { recursive: true, withFileTypes: true });
  for (const [index, entry] of entries.entries()) {
    const path = join(entry.parentPath, entry.name);
    chmodSync(path, entry.isDirectory() ? 0o700 : ([0o600, 0o755, 0o444][index % 3] ?? 0));
    utimesSync(path, new Date(0), new Date(index * 86_400_000));
  }
  const second = await publish({ dryRun: true, folder: copy });
  expect(second.archive).toEqual(first.archive);
  expect(await asTarDoes(copy)).not.toEqual(plain);
  writeFileSync(join(copy, 'README.md'), 'another');
  expect((await publish({ dryRun: true, folder: copy })).archive.integrity).not.toBe(first.archive.integrity);
  expect(registry.received).toEqual([]);
});

/** Packs like npm with default settings. */
const asTarDoes = (cwd: string) => tar.c({ cwd, portable: true, mtime: new Date(0) }, ['.']).concat();

test('the npm rules select the published files, and only those files run', async () => {
  write('.npmignore', 'notes.txt\n');
  write('notes.txt', 'mine');
  const { files } = await publish({ dryRun: true });
  expect(files.map(({ path }) => path)).not.toContain('notes.txt');
  editPackage({ files: ['manifest.json', 'templates'] });
  expect(await codesOf(publish({ dryRun: true }))).toContain('PLUGIN_ENTRY_MISSING');
});

test.each<[what: string, path: string, text: string, code: string]>([
  ['a file of the environment', '.env', 'A=b', 'PUBLISH_SECRET'],
  ['one for production', 'templates/.env.production', 'A=b', 'PUBLISH_SECRET'],
  ['a key by its name', 'keys/server.pem', 'nothing', 'PUBLISH_SECRET'],
  ['a key by what it is', 'notes.md', ['-----BEGIN RSA', 'PRIVATE KEY-----\nMII'].join(' '), 'PUBLISH_SECRET'],
  ['a token of npm', 'notes.md', `see npm_${'a1B2'.repeat(9)}`, 'PUBLISH_SECRET'],
  ['a token of GitHub', 'notes.md', `ghp_${'a1B2'.repeat(9)}`, 'PUBLISH_SECRET'],
  ['a key of AWS', 'notes.md', `AKIA${'A1B2'.repeat(4)}`, 'PUBLISH_SECRET'],
  ['a secret of this machine', 'notes.md', 'the password is canary-of-npmrc', 'PUBLISH_SECRET'],
  ['an archive', 'guestbook-0.9.0.tgz', 'old', 'PUBLISH_STRAY'],
  ['a log', 'debug.log', 'old', 'PUBLISH_STRAY'],
  ['settings of an editor', '.vscode/settings.json', '{}', 'PUBLISH_STRAY'],
])('%s is not published', async (...[, path, text, code]) => {
  writeFileSync(join(home, '.npmrc'), '//host/:_authToken=canary-of-npmrc\n');
  write(path, text);
  expect(await codesOf(publish())).toEqual([code]);
  expect(registry.received).toEqual([]);
  // Control: only that file prevents publishing.
  rmSync(join(folder, path));
  expect((await publish({ dryRun: true })).status).toBe('planned');
});

test.each<[what: string, attempt: () => void]>([
  ['a script npm runs', () => editPackage({ scripts: { postinstall: 'node x.js' } })],
  ['a program', () => editPackage({ bin: 'generator.js' })],
  ['native code', () => write('run', '\u007FELF')],
])('%s: refuses to publish, because add would refuse it', async (_, attempt) => {
  attempt();
  expect(await codesOf(publish())).toEqual(['PLUGIN_PACKAGE_REFUSED']);
  expect(registry.received).toEqual([]);
});

test('publishes files that only resemble secrets', async () => {
  write('.env.example', 'JWT_SECRET=\n');
  write('notes.md', 'Tokens look like npm_… or ghp_…; DATABASE_URL=postgres://user:password@localhost/app\n');
  expect((await publish({ dryRun: true })).status).toBe('planned');
});

describe('the target registry', () => {
  test('is set by flag, package or user, in that order, and has no default', async () => {
    expect(await codesOf(at({}, {}))).toEqual(['PUBLISH_PLACE_UNKNOWN']);
    expect(await at({}, { npm_config_registry: 'https://user.example/' })).toBe('https://user.example/');
    editPackage({ publishConfig: { registry: 'https://package.example/npm' } });
    expect(await at({}, { npm_config_registry: 'https://user.example/' })).toBe('https://package.example/npm/');
    expect(await at({ registry: 'https://flag.example/' }, {})).toBe('https://flag.example/');
    expect(await codesOf(at({ registry: 'http://flag.example/' }, {}))).toEqual(['REGISTRY_INSECURE']);
  });

  test('is not read from a project’s .npmrc', async () => {
    write('.npmrc', 'registry=https://project.example/\n');
    expect(await codesOf(at({}, {}))).toEqual(['PUBLISH_PLACE_UNKNOWN']);
  });

  test('has to be a place policies allow', async () => {
    const policy = join(home, 'policy.json');
    writeFileSync(policy, JSON.stringify({ version: 1, registries: { allow: ['https://plugins.example/'] } }));
    const env = { HOME: home, npm_config_registry: registry.url, GENLOCK_POLICY: policy };
    expect(await codesOf(publish({}, { env }))).toEqual(['POLICY_DENIED']);
    expect(registry.received).toEqual([]);
  });
});

test('publishes nothing without consent', async () => {
  expect(await codesOf(publish({ yes: false }))).toEqual(['CONSENT_NEEDED']);
  expect(await codesOf(publish({ yes: false }, { interactive: true }))).toEqual(['DECLINED']);
  expect(registry.received).toEqual([]);
  expect((await publish({ yes: false }, { interactive: true, agree: sayYes })).status).toBe('published');
});

test('refuses private packages, and packages that do not match the manifest', async () => {
  editPackage({ private: true });
  expect(await codesOf(publish())).toEqual(['PUBLISH_PRIVATE']);
  editPackage({ private: false, version: '9.9.9' });
  expect(await codesOf(publish())).toEqual(['PLUGIN_PACKAGE_MISMATCH']);
  expect(registry.received).toEqual([]);
});

test.each<[status: number, code: string]>([
  [401, 'REGISTRY_UNAUTHORIZED'],
  [403, 'REGISTRY_PUBLISH_REFUSED'],
  [404, 'REGISTRY_UNAUTHORIZED'],
  [409, 'REGISTRY_PUBLISH_REFUSED'],
  [422, 'REGISTRY_PUBLISH_REFUSED'],
  [500, 'REGISTRY_FAILED'],
])('a registry that responds with %d: reports %s without a retry', async (status, code) => {
  registry.answer('/guestbook', (_, response) => json(response, { error: 'genlock: no manifest' }, status));
  const error: unknown = await publish().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code });
  // A refusal comes with its reason.
  expect(String(error).includes('genlock: no manifest')).toBe(code === 'REGISTRY_PUBLISH_REFUSED');
  expect(registry.received).toHaveLength(1);
});

test.each<[status: number, said: string, code: string]>([
  [403, 'You cannot publish over the previously published versions: 1.0.0.', 'REGISTRY_VERSION_EXISTS'],
  [403, 'Package already exists.', 'REGISTRY_VERSION_EXISTS'],
  [409, 'this package is already present', 'REGISTRY_VERSION_EXISTS'],
  [409, 'Cannot publish over existing version', 'REGISTRY_VERSION_EXISTS'],
  [409, 'genlock: guestbook was changed meanwhile', 'REGISTRY_PUBLISH_REFUSED'],
  [403, 'genlock: guestbook is not yours to change', 'REGISTRY_PUBLISH_REFUSED'],
])('a registry that responds with %d and "%s": reports %s, exit 1', async (status, said, code) => {
  registry.answer('/guestbook', (_, response) => json(response, { error: said }, status));
  const error: unknown = await publish().catch((thrown: unknown) => thrown);
  if (!(error instanceof GenlockError)) throw error;
  expect([error.code, exitCodes[codes[error.code].exit]]).toEqual([code, 1]);
  expect(error.message).toContain(said);
});

test('sends the token only to its own registry', async () => {
  await using other = await fakeRegistry();
  writeFileSync(join(home, '.npmrc'), `//${new URL(registry.url).host}/:_authToken=canary\n`);
  await publish();
  expect(registry.received.map(({ authorization }) => authorization)).toEqual(['Bearer canary']);
  registry.answer('/guestbook', (_, response) => response.writeHead(307, { location: `${other.url}guestbook` }).end());
  expect(await codesOf(publish())).toEqual(['REGISTRY_NOT_ALLOWED']);
  expect(other.received).toEqual([]);
});

test('a prerelease does not get the tag latest', async () => {
  for (const file of ['package.json', 'manifest.json']) {
    writeFileSync(
      join(folder, file),
      readFileSync(join(folder, file), 'utf8').replace(/"version": ?"1.0.0"/u, '"version":"2.0.0-rc.1"'),
    );
  }
  expect((await publish({ dryRun: true })).tag).toBe('next');
  expect((await publish({ dryRun: true, tag: 'beta' })).tag).toBe('beta');
});

test('refuses tags that users cannot request, from a flag or the package', async () => {
  for (const tag of ['', '1.x', 'v2', 'a b', 'a/b', '\u001b[31m']) {
    expect(await codesOf(publish({ dryRun: true, tag }))).toEqual(['PUBLISH_TAG_INVALID']);
  }
  editPackage({ publishConfig: { tag: '^1' } });
  expect(await codesOf(publish())).toEqual(['PUBLISH_TAG_INVALID']);
  expect((await publish({ dryRun: true, tag: '2026-lts' })).tag).toBe('2026-lts');
  expect(registry.received).toEqual([]);
});

test('refuses versions with build metadata, and packages without the manifest', async () => {
  editPackage({ files: ['generator.js', 'templates'] });
  expect(await codesOf(publish())).toEqual(['PLUGIN_PACKAGE_INVALID']);
  editPackage({ version: '1.0.0+b1', files: undefined });
  edit('manifest.json', { version: '1.0.0+b1' });
  expect(await codesOf(publish())).toEqual(['PLUGIN_VERSION_INVALID']);
  expect(registry.received).toEqual([]);
});
