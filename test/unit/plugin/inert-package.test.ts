import { expect, test } from 'vitest';
import { checkPackageJson } from '../../../src/plugin/package-json.ts';
import { requireInert } from '../../../src/plugin/inert-package.ts';
import { manifestOf } from './manifest-of.ts';
import { problemsOf } from './problems.ts';

const read = (more: object) => {
  const text = JSON.stringify({ name: 'mail', version: '1.0.0', ...more });
  return { files: new Map([['package.json', new TextEncoder().encode(text)]]), folder: '/plugins/mail' };
};

test.each<[key: string, more: object]>([
  ['scripts.preinstall', { scripts: { preinstall: 'x' } }],
  ['scripts.install', { scripts: { install: 'x', test: 'y' } }],
  ['scripts.postinstall', { scripts: { postinstall: '' } }],
  ['bin', { bin: './x.js' }],
  ['bin', { bin: { npm: './x.js' } }],
  ['directories.bin', { directories: { bin: 'tools' } }],
  ['dependencies.a', { dependencies: { a: 'git+https://example.com/a.git', b: '^1.0.0' } }],
  ['dependencies.a', { dependencies: { a: 'https://example.com/a.tgz' } }],
  ['dependencies.a', { dependencies: { a: 'owner/a' } }],
  ['dependencies.a', { dependencies: { a: 'npm:b@1' } }],
  ['dependencies.a', { dependencies: { a: 'latest' } }],
  ['dependencies.a', { dependencies: { a: { version: '1' } } }],
  ['dependencies.a', { dependencies: { a: '1 || '.repeat(100) } }],
  ['optionalDependencies.a', { optionalDependencies: { a: 'file:../a' } }],
  ['peerDependencies.a', { peerDependencies: { a: 'workspace:*' } }],
])('refuses %s in %j, even if name and version match', (key, more) => {
  expect(checkPackageJson(manifestOf(), read(more))).toEqual([]);
  const problems = problemsOf(() => requireInert(read(more)));
  expect(problems.map(({ code, where }) => [code, where?.file, where?.key])).toEqual([
    ['PLUGIN_PACKAGE_REFUSED', '/plugins/mail/package.json', key],
  ]);
});

test('reports all problems at once', () => {
  const more = { scripts: { install: 'x', postinstall: 'x' }, bin: 'x', dependencies: { a: 'a/b', b: 'file:.' } };
  expect(problemsOf(() => requireInert(read(more)))).toHaveLength(5);
});

test.each([
  {},
  { scripts: { test: 'x', prepare: 'husky', prepublishOnly: 'x' }, bin: {}, directories: { test: 'test' } },
  { dependencies: { a: '^1.0.0', b: '>=1 <3 || 5.x', c: '*', d: '' }, devDependencies: { e: 'file:../e' } },
  { scripts: 'none', dependencies: null, directories: [] },
])('accepts %j', (more) => {
  expect(() => requireInert(read(more))).not.toThrow();
});

test('accepts a package without a package.json', () => {
  expect(() => requireInert({ files: new Map(), folder: '/plugins/mail' })).not.toThrow();
});
