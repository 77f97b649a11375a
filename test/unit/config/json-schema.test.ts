import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { newConfig } from '../../../src/config/edit.ts';
import { readConfig } from '../../../src/config/read.ts';
import { configJsonSchema } from '../../../src/config/json-schema.ts';

const schema = configJsonSchema();
const accepts = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
const sample = readFileSync(join(import.meta.dirname, '../../../examples/shop/genlock.json'), 'utf8');

test('accepts the sample and a new configuration, with and without $schema', () => {
  expect(accepts(JSON.parse(sample))).toBe(true);
  expect(accepts({ $schema: './.genlock/genlock.schema.json', ...JSON.parse(sample) })).toBe(true);
  expect(accepts(JSON.parse(newConfig({ name: 'shop', database: 'file' })))).toBe(true);
  expect(accepts({})).toBe(true);
  const values = ['OPEN', { name: 'FINISHED', was: 'DONE' }];
  expect(accepts(entity({ fields: [{ name: 'status', type: 'Enum', values }] }))).toBe(true);
});

const entity = (rest: object) => ({ entities: [{ name: 'Post', ...rest }] });

test.each([
  ['a key of the file', { databse: 'file' }],
  ['a key of an entity', entity({ feilds: [] })],
  ['a key of a field', entity({ fields: [{ name: 'a', type: 'Int', requird: true }] })],
  ['a key of a relation', entity({ relations: [{ name: 'a', type: 'many-to-one', target: 'Post', on: 1 }] })],
  ['a key of a plugin', { plugins: { a: { enabld: true } } }],
  ['a database', { database: 'mysql' }],
  ['a type', entity({ fields: [{ name: 'a', type: 'Integer' }] })],
  ['a relation type', entity({ relations: [{ name: 'a', type: 'one to one', target: 'Post' }] })],
  ['an entity in lower case', { entities: [{ name: 'post' }] }],
  ['a field in capitals', entity({ fields: [{ name: 'Title', type: 'Int' }] })],
  ['a route with a slash', entity({ route: 'a/b' })],
  ['a missing name', { entities: [{}] }],
  ['a missing type', entity({ fields: [{ name: 'a' }] })],
  ['an Enum without values', entity({ fields: [{ name: 'a', type: 'Enum' }] })],
  ['an Enum of no values', entity({ fields: [{ name: 'a', type: 'Enum', values: [] }] })],
  ['values of a String', entity({ fields: [{ name: 'a', type: 'String', values: ['A'] }] })],
  ['a value with a hyphen', entity({ fields: [{ name: 'a', type: 'Enum', values: ['a-b'] }] })],
  ['a key of a value', entity({ fields: [{ name: 'a', type: 'Enum', values: [{ name: 'A', wass: 'B' }] }] })],
  ['bounds of a Boolean', entity({ fields: [{ name: 'a', type: 'Boolean', min: 1 }] })],
  ['a pattern of a number', entity({ fields: [{ name: 'a', type: 'Int', pattern: 'a' }] })],
  ['a format of a number', entity({ fields: [{ name: 'a', type: 'Int', format: 'email' }] })],
  ['an unknown format', entity({ fields: [{ name: 'a', type: 'String', format: 'mail' }] })],
  ['a currency in lower case', entity({ fields: [{ name: 'a', type: 'Decimal', currency: 'eur' }] })],
  ['a scale that is not whole', entity({ fields: [{ name: 'a', type: 'Decimal', scale: 1.5 }] })],
  ['an empty label', entity({ label: '' })],
  ['a rule of deletion', entity({ relations: [{ name: 'a', type: 'many-to-one', target: 'Post', onDelete: 'null' }] })],
  [
    'a list with a rule of deletion',
    entity({ relations: [{ name: 'a', type: 'many-to-many', target: 'Post', onDelete: 'cascade' }] }),
  ],
  ['a group of one', entity({ unique: [['a']] })],
  ['a rule of access', entity({ access: 'everyone' })],
  ['a key of access', { access: { read: 'public', wirte: 'admin' } }],
  ['a setting that is a list', { plugins: { a: { settings: { b: [] } } } }],
])('rejects %s in an editor', (_, value) => {
  expect(accepts(value)).toBe(false);
});

test('every key has a description for editors', () => {
  const missing = [...propertiesOf(schema)].filter(([, property]) => typeof property['description'] !== 'string');
  expect(missing.map(([name]) => name)).toEqual([]);
  expect([...propertiesOf(schema)].length).toBeGreaterThan(35);
});

test('every example of the reference is a valid configuration', () => {
  const reference = readFileSync(join(import.meta.dirname, '../../../docs/CONFIGURATION.md'), 'utf8');
  const examples = [...reference.matchAll(/^```json\n(.+?)^```$/gmsu)].map(([, text = '']) => text);
  expect(examples.length).toBeGreaterThan(3);
  for (const text of examples) {
    expect(readConfig(text, { file: 'genlock.json' }).entities.length).toBeGreaterThan(0);
    expect(accepts(JSON.parse(text))).toBe(true);
  }
});

/** Returns all `properties` of a schema at any depth, except those of conditions, which repeat them. */
function* propertiesOf(node: unknown): Generator<[string, Record<string, unknown>]> {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'properties') yield* Object.entries(value as Record<string, Record<string, unknown>>);
    if (key !== 'if' && key !== 'else') yield* propertiesOf(value);
  }
}
