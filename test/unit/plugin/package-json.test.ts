import { expect, test } from 'vitest';
import { checkPackageJson } from '../../../src/plugin/package-json.ts';
import { manifestOf } from './manifest-of.ts';
import { codesOf, problemsOf } from './problems.ts';

const check = (content?: string | Uint8Array) => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const files = new Map(bytes === undefined ? [] : [['package.json', bytes]]);
  return checkPackageJson(manifestOf(), { files, folder: '/plugins/mail' });
};

test('accepts an equal name and version with any other keys', () => {
  const same = { name: 'mail', version: '1.0.0', type: 'commonjs', scripts: { postinstall: 'exit 1' }, private: true };
  expect(check(JSON.stringify(same))).toEqual([]);
});

test('warns without a package.json', () => {
  expect(check()).toHaveLength(1);
});

test('reports every difference as an error with its key', () => {
  const problems = problemsOf(() => check('{ "name": "other", "version": "1.0.1" }'));
  expect(problems.map(({ code, where }) => [code, where?.file, where?.key])).toEqual([
    ['PLUGIN_PACKAGE_MISMATCH', '/plugins/mail/package.json', 'name'],
    ['PLUGIN_PACKAGE_MISMATCH', '/plugins/mail/package.json', 'version'],
  ]);
});

test.each([
  '',
  'null',
  '[]',
  '{',
  '{ "name": "mail" }',
  '{ "name": 1, "version": 2 }',
  '{ "__proto__": { "name": "mail", "version": "1.0.0" } }',
])('refuses %j as the package.json of a plugin', (content) =>
  expect(codesOf(() => check(content))).toEqual(['PLUGIN_PACKAGE_INVALID']),
);

test('refuses bytes that are not UTF-8', () => {
  expect(codesOf(() => check(Uint8Array.of(0x7b, 0xff, 0x7d)))).toEqual(['PLUGIN_PACKAGE_INVALID']);
});
