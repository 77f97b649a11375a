import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { manifestJsonSchema } from '../../../src/plugin/manifest/json-schema.ts';
import { repository } from '../../support/cli.ts';
import type { Schema } from '../../support/reference/schema.ts';
import { problemsOf } from './problems.ts';
import { readManifest } from '../../../src/plugin/manifest.ts';

const schema: Schema = manifestJsonSchema();
const accepts = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
const base = { name: 'a', version: '1.0.0' };
const withSetting = (setting: object) => ({ ...base, settings: { schema: { a: setting } } });

const read = (manifest: object) => readManifest(JSON.stringify(manifest), { file: 'manifest.json', strict: true });

test('accepts the manifests of the bundled and the example plugins', () => {
  const files = ['plugins', 'examples/plugins'].flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('manifest.json') && !name.includes('templates'))
      .map((name) => join(repository, folder, name)),
  );
  const refused = files.filter((file) => !accepts(JSON.parse(readFileSync(file, 'utf8'))));
  expect(files.length).toBeGreaterThan(15);
  expect(refused).toEqual([]);
});

test('accepts the limits of the reader', () => {
  const manifest = {
    ...withSetting({ type: 'string', label: 'x'.repeat(200), pattern: 'x'.repeat(200), env: 'A' }),
    $schema: './schema.json',
    name: `a${'b'.repeat(99)}`,
    description: 'x'.repeat(2000),
    databases: ['sqlite', 'relational'],
    dependencies: { zod: '^4.0.0 || ~5' },
    adminMenu: { label: 'A', icon: 'user', href: '/a', children: [{ id: 'a', label: 'A', href: '/a' }] },
    provides: 'mail',
    extends: 'auth',
    requires: Array.from({ length: 10 }, (_, i) => `p${i}`),
  };
  expect(read(manifest).warnings).toEqual([]);
  expect([accepts(manifest), accepts.errors]).toEqual([true, null]);
});

test.each<[string, object]>([
  ['a missing version', { name: 'a' }],
  ['an unknown key', { ...base, adminMenus: {} }],
  ['a name in capitals', { ...base, name: 'A' }],
  ['a long name', { ...base, name: 'a'.repeat(101) }],
  ['a long description', { ...base, description: 'x'.repeat(2001) }],
  ['an unknown database', { ...base, databases: ['mysql'] }],
  ['a range of another source', { ...base, dependencies: { a: 'git+https://a.example/b' } }],
  ['a menu without a label', { ...base, adminMenu: { href: '/a' } }],
  ['a link to another site', { ...base, adminMenu: { label: 'A', href: '//a.example' } }],
  ['an unknown part', { ...base, provides: 'search' }],
  ['an extension of mail', { ...base, extends: 'mail' }],
  ['eleven required plugins', { ...base, requires: Array.from({ length: 11 }, (_, i) => `p${i}`) }],
  ['a plugin that is required twice', { ...base, requires: ['b', 'b'] }],
  ['an unknown type', withSetting({ type: 'date' })],
  ['an empty label', withSetting({ type: 'string', label: '' })],
  ['an unknown validation', withSetting({ type: 'string', validation: 'email' })],
  ['a variable in lower case', withSetting({ type: 'string', env: 'key' })],
])('rejects %s, as the reader does', (_, manifest) => {
  expect(problemsOf(() => read(manifest))).not.toEqual([]);
  expect(accepts(manifest)).toBe(false);
});

test('every key has a description', () => {
  const missing = [...propertiesOf(schema)].filter(([, { description }]) => description === undefined);
  expect(missing.map(([name]) => name)).toEqual([]);
  expect([...propertiesOf(schema)].length).toBeGreaterThan(30);
});

/** Returns all keys of a schema at any depth. */
function* propertiesOf({ properties = {}, items, additionalProperties }: Schema): Generator<[string, Schema]> {
  yield* Object.entries(properties);
  for (const inner of [...Object.values(properties), items, additionalProperties]) {
    if (typeof inner === 'object') yield* propertiesOf(inner);
  }
}
