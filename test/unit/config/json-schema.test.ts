import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { newConfig } from '../../../src/config/edit.ts';
import { configJsonSchema } from '../../../src/config/json-schema.ts';

const schema = configJsonSchema();
const accepts = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
const sample = readFileSync(join(import.meta.dirname, '../../../examples/shop/genlock.json'), 'utf8');

test('the sample and a new configuration pass, with and without $schema', () => {
  expect(accepts(JSON.parse(sample))).toBe(true);
  expect(accepts({ $schema: './.genlock/genlock.schema.json', ...JSON.parse(sample) })).toBe(true);
  expect(accepts(JSON.parse(newConfig({ name: 'shop', database: 'file' })))).toBe(true);
  expect(accepts({})).toBe(true);
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
  ['a relation type', entity({ relations: [{ name: 'a', type: 'one-to-one', target: 'Post' }] })],
  ['an entity in lower case', { entities: [{ name: 'post' }] }],
  ['a field in capitals', entity({ fields: [{ name: 'Title', type: 'Int' }] })],
  ['a route with a slash', entity({ route: 'a/b' })],
  ['a missing name', { entities: [{}] }],
  ['a missing type', entity({ fields: [{ name: 'a' }] })],
  ['a setting that is a list', { plugins: { a: { settings: { b: [] } } } }],
])('an editor marks %s', (_, value) => {
  expect(accepts(value)).toBe(false);
});

test('every key an author can write has a description to show', () => {
  const missing = [...propertiesOf(schema)].filter(([, property]) => typeof property['description'] !== 'string');
  expect(missing.map(([name]) => name)).toEqual([]);
  expect([...propertiesOf(schema)].length).toBeGreaterThan(15);
});

/** All `properties` of a schema, however deep. */
function* propertiesOf(node: unknown): Generator<[string, Record<string, unknown>]> {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'properties') yield* Object.entries(value as Record<string, Record<string, unknown>>);
    yield* propertiesOf(value);
  }
}
