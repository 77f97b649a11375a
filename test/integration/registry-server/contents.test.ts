/** Archive content that npm or a machine would execute: Verdaccio accepts it, the gate and the client refuse it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadArchive } from '../../../src/plugin/load-archive.ts';
import { readChange } from '../../../registry-server/changes.ts';
import { readPublication, storedBody } from '../../../registry-server/publication.ts';
import { packageOf } from '../../support/archives.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { bareVerdaccio, pluginFiles, publication, send, type TestRegistry } from '../../support/verdaccio.ts';
import { codesOf } from '../../unit/plugin/problems.ts';

let bare: TestRegistry;

beforeAll(async () => {
  bare = await bareVerdaccio({ users: ['ada'] });
});

afterAll(() => bare[Symbol.asyncDispose]());

const put = async (name: string, body: unknown) =>
  (await send(bare.url, { method: 'PUT', path: name, body, token: bare.token('ada') })).status;

/** Returns the status of Verdaccio, then the error codes of the gate and the client. */
async function responses(name: string, { files = {}, packageJson = {} }: Contents): Promise<readonly unknown[]> {
  const described = JSON.stringify({ name, version: '1.0.0', ...packageJson });
  const archive = packageOf({ ...pluginFiles(name), 'package.json': described, ...files });
  const path = join(temporaryFolder(), 'plugin.tgz');
  writeFileSync(path, archive);
  const body = publication(name, { archive, metadata: packageJson });
  return [await put(name, body), codesOf(() => readPublication(name, body)), codesOf(() => loadArchive(path))];
}

interface Contents {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly packageJson?: Readonly<Record<string, unknown>>;
}

test.each<[what: string, contents: Contents]>([
  ['.npmrc', { files: { '.npmrc': 'registry=https://evil.example/' } }],
  ['.NPMRC', { files: { '.NPMRC': 'registry=https://evil.example/' } }],
  ['node_modules', { files: { 'node_modules/zod/index.js': '' } }],
  ['node_modules further down', { files: { 'lib/Node_Modules/zod/index.js': '' } }],
  ['.git', { files: { '.git/hooks/post-checkout': '' } }],
  ['npm-shrinkwrap.json', { files: { 'npm-shrinkwrap.json': '{}' } }],
  ['binding.gyp', { files: { 'binding.gyp': '{}' } }],
  ['an addon', { files: { 'a.node': '' } }],
  ['a program', { files: { 'a.exe': '' } }],
  ['a library', { files: { 'a.so': '' } }],
  ['a program by its bytes', { files: { run: Buffer.from('7f454c4602010100', 'hex') } }],
  ['a script npm runs', { packageJson: { scripts: { install: 'node evil.js' } } }],
  ['a program by its name', { packageJson: { bin: { npm: 'generator.js' } } }],
  ['a folder of programs', { packageJson: { directories: { bin: 'bin' } } }],
  ['a dependency from elsewhere', { packageJson: { dependencies: { a: 'https://example.com/a.tgz' } } }],
])('%s', async (what, contents) => {
  const refused = ['PLUGIN_PACKAGE_REFUSED'];
  const name = `with-${what.toLowerCase().replaceAll(/[^a-z]/gu, '-')}`;
  expect(await responses(what === '.NPMRC' ? `${name}-upper` : name, contents)).toEqual([201, refused, refused]);
});

test('a packument contains only checked and descriptive properties, and no instructions for npm', () => {
  const smuggled = {
    ...{ deprecated: '\u001B]0;evil\u0007', hasInstallScript: true, gypfile: true, publishConfig: {} },
    ...{ directories: { bin: 'bin' }, overrides: { a: 'b' }, _hasShrinkwrap: true, maintainers: [{ name: 'eve' }] },
  };
  const read = readPublication('chat', publication('chat', { metadata: { ...smuggled, license: 'MIT' } }));
  const { versions } = storedBody(read, { user: 'ada', signatures: [] }) as { versions: Record<string, object> };
  expect(versions['1.0.0']).toEqual({
    name: 'chat',
    version: '1.0.0',
    description: 'What chat does',
    license: 'MIT',
    _id: 'chat@1.0.0',
    _npmUser: { name: 'ada' },
    maintainers: [{ name: 'ada' }],
    dist: expect.anything(),
  });
});

const note = (deprecated: string) =>
  readChange('chat', { request: { versions: { '1.0.0': { deprecated } } }, published: ['1.0.0'] }).body['versions'];

test('a deprecation message is one line without terminal control characters', () => {
  expect(note('use ça instead 👩‍💻')).toEqual({ '1.0.0': { deprecated: 'use ça instead 👩‍💻' } });
  for (const text of ['\u001B]0;evil\u0007', 'a\nb', '\u009B31m', 'a\u202Eb']) {
    expect(() => note(text)).toThrow(expect.objectContaining({ status: 422 }));
  }
});
