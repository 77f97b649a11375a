import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { defaultLimits, sandboxLayers } from '../../../sandbox/index.ts';
import { GenlockError } from '../../../src/errors/error.ts';
import { policyJsonSchema } from '../../../src/policy/json-schema.ts';
import { readPolicy } from '../../../src/policy/policy.ts';
import { repository } from '../../support/cli.ts';

const accepts = new Ajv2020({ strict: true, validateFormats: false }).compile(policyJsonSchema());

function isRead(value: object): boolean {
  try {
    readPolicy(JSON.stringify(value), { file: 'p.json' });
    return true;
  } catch (error) {
    if (error instanceof GenlockError) return false;
    throw error;
  }
}

const run = (limits: object) => ({ version: 1, limits: { run: limits } });
const example = readFileSync(join(repository, 'docs/POLICY.md'), 'utf8').split(/```(?:json)?\n/u)[1] ?? '';

test.each<[string, object]>([
  ['the example of the page', JSON.parse(example)],
  ['nothing but a version', { version: 1 }],
  ['the place of the schema', { $schema: './.genlock/policy.schema.json', version: 1 }],
  ['every layer', { version: 1, sandbox: { require: sandboxLayers } }],
  ['every limit at its default', run(defaultLimits)],
])('the JSON schema accepts valid policies: %s', (_, value) => {
  expect({ editor: accepts(value), reader: isRead(value) }).toEqual({ editor: true, reader: true });
});

test.each<[string, object]>([
  ['no version', {}],
  ['another version', { version: 2 }],
  ['a key of the file', { version: 1, sandboxes: {} }],
  ['a key of the sandbox', { version: 1, sandbox: { requires: [] } }],
  ['a layer', { version: 1, sandbox: { require: ['no-networks'] } }],
  ['a limit', run({ wall: 1 })],
  ['nothing as a limit', run({ files: 0 })],
  ['half a limit', run({ files: 1.5 })],
  ['too little heap', run({ memoryMb: 7 })],
  ['too little memory', run({ processMemoryMb: 63 })],
  ['a schema that is no text', { $schema: 1, version: 1 }],
])('the JSON schema rejects invalid policies: %s', (_, value) => {
  expect({ editor: accepts(value), reader: isRead(value) }).toEqual({ editor: false, reader: false });
});

test('every key has a description and every limit a default', () => {
  const properties = [...propertiesOf(policyJsonSchema())];
  expect(properties.filter(([, { description }]) => typeof description !== 'string').map(([name]) => name)).toEqual([]);
  expect(
    Object.fromEntries(
      properties.flatMap(([name, { default: value }]) => (value === undefined ? [] : [[name, value]])),
    ),
  ).toEqual(defaultLimits);
});

/** Returns all `properties` of a schema at any depth. */
function* propertiesOf(
  node: unknown,
): Generator<[string, { readonly description?: unknown; readonly default?: unknown }]> {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'properties') yield* Object.entries(value as Record<string, object>);
    yield* propertiesOf(value);
  }
}
