/** Tests hostile registries and archives: `add` is refused with the expected code and leaves no file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { packageOf, tgzOf } from '../support/archives.ts';
import { fakeRegistry, json, type FakeRegistry, type FakeRelease } from '../support/fake-registry.ts';
import { codesOf, newLife, type How, type Life } from '../support/life.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';
import { pluginFiles } from '../support/verdaccio.ts';

let life: Life;
let registry: FakeRegistry;
let home: string;
let online: How;

const folder = mkdtempSync(join(tmpdir(), 'genlock-hostile-'));

beforeAll(async () => {
  life = await newLife(undefined, folder);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeEach(async () => {
  registry = await fakeRegistry();
  home = temporaryFolder();
  const env = { HOME: home, GENLOCK_CACHE: join(home, 'cache'), npm_config_registry: registry.url };
  online = { network: true, yes: true, env };
});

afterEach(() => registry[Symbol.asyncDispose]());

const good = pluginFiles('chat');
const archive = packageOf(good);
const publish = (more: Partial<FakeRelease> = {}) =>
  registry.publish({ name: 'chat', version: '1.0.0', archive, ...more });
const entries = Object.entries(good).map(([path, content]) => ({ path: `package/${path}`, content }));
const withFiles = (files: Readonly<Record<string, string>>) => ({ archive: packageOf({ ...good, ...files }) });
const packageJson = (more: object) =>
  withFiles({ 'package.json': JSON.stringify({ name: 'chat', version: '1.0.0', ...more }) });

/** Adds a plugin. @returns the codes it is refused with, after a look at everything it could have written to */
async function refused(spec = 'chat'): Promise<readonly string[]> {
  const project = treeHash(life.root);
  const codes = await codesOf(life.add([spec], online));
  expect(treeHash(life.root)).toEqual(project);
  // Cached responses: stored by hash, never unpacked, not executable, and complete.
  for (const [path, state] of treeHash(home, ['cache/registry/CACHEDIR.TAG'])) {
    expect(path).toMatch(/^cache\/registry\/(?:content-v2\/sha\d+|index-v5)\/(?:[0-9a-f]{2,}\/){2}[0-9a-f]+$/u);
    expect(state).toMatch(/^6\d{2} /u);
  }
  return codes;
}

test('adds a valid package, and remove deletes all its files', async () => {
  const project = treeHash(life.root);
  publish();
  await life.add(['chat'], online);
  expect(treeHash(life.root)).not.toEqual(project);
  await life.remove(['chat']);
  expect(treeHash(life.root)).toEqual(project);
});

describe('requested package', () => {
  test.each([
    ['no such package', 'other', 'REGISTRY_PACKAGE_NOT_FOUND'],
    ['no such version', 'chat@9', 'REGISTRY_VERSION_NOT_FOUND'],
    ['no such tag', 'chat@nothing', 'REGISTRY_VERSION_NOT_FOUND'],
    ['a repository', 'git+https://example.com/a.git', 'REGISTRY_SPEC_INVALID'],
    ['an address', 'https://example.com/a.tgz', 'REGISTRY_SPEC_INVALID'],
    ['another name for one', 'a@npm:chat@1', 'REGISTRY_SPEC_INVALID'],
  ])('%s', async (_, spec, code) => {
    publish();
    expect(await refused(spec)).toEqual([code]);
  });
});

const elsewhere = 'http://127.0.0.1:9/chat-1.0.0.tgz';

describe('release metadata', () => {
  test.each<[what: string, code: string, release: Partial<FakeRelease>]>([
    ['no integrity', 'REGISTRY_INTEGRITY_MISSING', { dist: { integrity: undefined } }],
    ['a weak integrity', 'REGISTRY_INTEGRITY_MISSING', { dist: { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' } }],
    ['another integrity', 'REGISTRY_INTEGRITY_MISMATCH', { dist: { integrity: `sha512-${'A'.repeat(86)}==` } }],
    ['another name', 'REGISTRY_ANSWER_INVALID', { manifest: { name: 'evil' } }],
    ['another version', 'REGISTRY_ANSWER_INVALID', { manifest: { version: '6.6.6' } }],
    ['no address', 'REGISTRY_ANSWER_INVALID', { dist: { tarball: 'nowhere' } }],
    ['an address that is a file', 'REGISTRY_INSECURE', { dist: { tarball: 'file:///etc/passwd' } }],
    ['an address at another host', 'REGISTRY_NOT_ALLOWED', { dist: { tarball: elsewhere } }],
    ['an address where nothing is', 'REGISTRY_PACKAGE_NOT_FOUND', { dist: { tarball: 'GONE' } }],
  ])('%s', async (_, code, release) => {
    const gone = { dist: { tarball: `${registry.url}gone.tgz` } };
    publish(release.dist?.['tarball'] === 'GONE' ? gone : release);
    expect(await refused()).toEqual([code]);
  });
});

describe('registry response', () => {
  test.each<[what: string, code: string, answer: unknown, status?: number]>([
    ['another package', 'REGISTRY_ANSWER_INVALID', { name: 'evil', 'dist-tags': {}, versions: {} }],
    ['a list', 'REGISTRY_ANSWER_INVALID', []],
    ['nothing', 'REGISTRY_ANSWER_INVALID', null],
    ['a release that is none', 'REGISTRY_ANSWER_INVALID', packument({ '1.0.0': 7 })],
    ['keys of JavaScript', 'REGISTRY_VERSION_NOT_FOUND', packument({}, 'constructor')],
    ['that it wants to know who asks', 'REGISTRY_UNAUTHORIZED', {}, 401],
    ['that it refuses who asks', 'REGISTRY_UNAUTHORIZED', {}, 403],
    ['that it refuses', 'REGISTRY_REFUSED', {}, 451],
  ])('%s', async (...[, code, answer, status]) => {
    registry.answer('/chat', (_, response) => json(response, answer, status));
    expect(await refused()).toEqual([code]);
  });

  test('a circle, or the way to another host', async () => {
    for (const [location, code] of [
      ['/chat', 'REGISTRY_ANSWER_INVALID'],
      [elsewhere, 'REGISTRY_NOT_ALLOWED'],
    ] as const) {
      registry.answer('/chat', (_, response) => response.writeHead(302, { location }).end());
      expect(await refused()).toEqual([code]);
    }
  });
});

function packument(versions: object, latest = '1.0.0'): object {
  return { name: 'chat', 'dist-tags': { latest }, versions };
}

describe('archive content', () => {
  test.each<[what: string, code: string, release: Partial<FakeRelease>]>([
    ['no archive', 'ARCHIVE_REFUSED', { archive: Buffer.from('<html>') }],
    ['half of one', 'ARCHIVE_REFUSED', { archive: archive.subarray(0, 100) }],
    ['something behind it', 'ARCHIVE_REFUSED', { archive: Buffer.concat([archive, Buffer.alloc(1)]) }],
    ['a link', 'ARCHIVE_REFUSED', tgz({ path: 'package/lib', type: 'SymbolicLink', linkpath: '/etc' })],
    ['a second root', 'ARCHIVE_REFUSED', tgz({ path: 'other/manifest.json', content: '{}' })],
    ['a way up', 'ARCHIVE_REFUSED', tgz({ path: 'package/../../evil', content: 'x' })],
    ['a file twice', 'ARCHIVE_REFUSED', tgz({ path: 'package/manifest.json', content: '{}' })],
    ['rights of somebody else', 'ARCHIVE_REFUSED', tgz({ path: 'package/run', mode: 0o4755 })],
    ['a name of another system', 'PLUGIN_PACKAGE_REFUSED', withFiles({ 'aux.md': '' })],
    ['twins', 'PLUGIN_PACKAGE_REFUSED', withFiles({ 'Manifest.json': '{}' })],
    ['native code', 'PLUGIN_PACKAGE_REFUSED', withFiles({ 'a.node': '' })],
    ['a file of npm', 'PLUGIN_PACKAGE_REFUSED', withFiles({ '.npmrc': 'registry=https://evil.example/' })],
    ['a script npm runs', 'PLUGIN_PACKAGE_REFUSED', packageJson({ scripts: { postinstall: 'node evil.js' } })],
    ['a program', 'PLUGIN_PACKAGE_REFUSED', packageJson({ bin: { npm: 'generator.js' } })],
    ['the package of another name', 'REGISTRY_ANSWER_INVALID', packageJson({ name: 'evil' })],
    ['the package of another version', 'REGISTRY_ANSWER_INVALID', packageJson({ version: '6.6.6' })],
    [
      'no package.json',
      'REGISTRY_ANSWER_INVALID',
      { archive: packageOf({ 'manifest.json': good['manifest.json'] ?? '' }) },
    ],
    ['no plugin', 'PLUGIN_PACKAGE_INVALID', { archive: packageOf({ 'package.json': good['package.json'] ?? '' }) }],
    [
      'the manifest of another name',
      'PLUGIN_PACKAGE_MISMATCH',
      withFiles({ 'manifest.json': '{ "name": "evil", "version": "1.0.0" }' }),
    ],
    ['a generator that is broken', 'SANDBOX_SYNTAX', withFiles({ 'generator.js': 'export default (' })],
  ])('%s', async (_, code, release) => {
    publish(release);
    expect(await refused()).toEqual([code]);
  });
});

function tgz(entry: Parameters<typeof tgzOf>[0][number]): Partial<FakeRelease> {
  return { archive: tgzOf([...entries, entry]) };
}
