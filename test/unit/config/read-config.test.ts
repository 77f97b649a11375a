import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readConfig, requireAvailable } from '../../../src/config/read.ts';
import { GenlockError } from '../../../src/errors/error.ts';

const cases = join(import.meta.dirname, 'cases');
const read = (text: string) => readConfig(text, { file: 'genlock.json', fallbackName: 'app' });

/** What was refused, as the expected files have it. */
function problemsOf(text: string): unknown {
  try {
    read(text);
    return 'accepted';
  } catch (error) {
    if (!(error instanceof GenlockError)) throw error;
    return error.problems.map(({ code, where }) => ({
      code,
      line: where?.line,
      column: where?.column,
      ...(where?.key === undefined ? {} : { key: where.key }),
    }));
  }
}

describe('broken configurations', () => {
  test.each(readdirSync(cases))('%s', (name) => {
    const expected: unknown = JSON.parse(readFileSync(join(cases, name, 'expected.json'), 'utf8'));
    expect(problemsOf(readFileSync(join(cases, name, 'genlock.json'), 'utf8'))).toEqual(expected);
  });
});

test('the sample is accepted with every default applied', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../examples/shop/genlock.json'), 'utf8');
  const config = read(text);
  expect(config.name).toBe('app');
  expect(config.entities.map(({ name }) => name)).toEqual(['Customer', 'Product', 'Order']);
  expect(config.entities[1]?.fields[2]).toEqual({ name: 'description', type: 'Text', required: false, unique: false });
});

test.each([
  ['sqlite', 'file'],
  ['postgres', 'relational'],
  ['postgresql', 'relational'],
  ['mongodb', 'document'],
])('%s means %s', (alias, kind) => {
  expect(read(JSON.stringify({ database: alias })).database).toBe(kind);
});

test('kinds that can not be generated yet are refused by code', () => {
  expect(() => requireAvailable({ database: 'document' })).toThrow(
    expect.objectContaining({ code: 'CONFIG_DATABASE_UNSUPPORTED' }),
  );
  expect(() => requireAvailable({ database: 'file' })).not.toThrow();
});

test('a file too deep or too large is refused before it is parsed', () => {
  expect(problemsOf('['.repeat(100_000))).toMatchObject([{ code: 'CONFIG_TOO_LARGE' }]);
  expect(problemsOf(`{ "name": "${'x'.repeat(1_100_000)}" }`)).toMatchObject([{ code: 'CONFIG_TOO_LARGE' }]);
});

test('whatever is written, only a GenlockError comes out', () => {
  const names = fc.constantFrom(
    'name',
    'type',
    'fields',
    'relations',
    'target',
    'entities',
    'plugins',
    'default',
    'route',
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null), tie('object'), tie('list')),
    object: fc.dictionary(fc.oneof(names, fc.string()), tie('any'), { maxKeys: 5 }),
    list: fc.array(tie('any'), { maxLength: 4 }),
  }));
  const texts = fc.oneof(
    value.any.map((json) => JSON.stringify(json)),
    fc.string(),
  );
  const property = fc.property(texts, (text) => void problemsOf(text));
  expect(() => fc.assert(property, { numRuns: 4000 })).not.toThrow();
});
