import { accessFor } from '../../../src/config/access.ts';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/config/read.ts';
import { GenlockError } from '../../../src/errors/error.ts';

const cases = join(import.meta.dirname, 'cases');
const read = (text: string) => readConfig(text, { file: 'genlock.json', fallbackName: 'app' });

/** Returns the reported problems in the form of the expected files. */
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

function hintsOf(text: string): readonly (string | undefined)[] {
  try {
    read(text);
    return [];
  } catch (error) {
    if (!(error instanceof GenlockError)) throw error;
    return error.problems.map(({ hint }) => hint);
  }
}

const relation = (rest: object): string =>
  JSON.stringify({
    entities: [{ name: 'A', relations: [{ name: 'b', ...rest }] }, { name: 'Customer' }],
  });

const many = <Value>(make: (index: number) => Value): Value[] =>
  Array.from({ length: 3000 }, (_, index) => make(index));

/** Returns an entity name for a number, in letters only, for example `Eqqrx`. */
const nameOf = (index: number): string =>
  `E${String(index).replaceAll(/\d/gu, (digit) => 'qrstuvwxyz'.charAt(Number(digit)))}x`;

describe('broken configurations', () => {
  test.each(readdirSync(cases))('%s', (name) => {
    const expected: unknown = JSON.parse(readFileSync(join(cases, name, 'expected.json'), 'utf8'));
    expect(problemsOf(readFileSync(join(cases, name, 'genlock.json'), 'utf8'))).toEqual(expected);
  });
});

test('reads values of an Enum with and without their former names', () => {
  const values = ['OPEN', { name: 'FINISHED', was: 'DONE' }, { name: 'LATE' }];
  const field = { name: 'status', type: 'Enum', values, default: 'FINISHED' };
  const { entities } = read(JSON.stringify({ entities: [{ name: 'Task', fields: [field] }] }));
  expect(entities[0]?.fields).toEqual([
    {
      ...{ ...field, required: false, unique: false },
      values: ['OPEN', 'FINISHED', 'LATE'],
      renamedValues: [{ name: 'FINISHED', was: 'DONE' }],
    },
  ]);
});

test('accepts the sample and applies every default', () => {
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
])('%s is an alias of %s', (alias, kind) => {
  expect(read(JSON.stringify({ database: alias })).database).toBe(kind);
});

test.each([
  ['a key', '{ "entitys": [] }', '"entities"'],
  ['a key in an entity', '{ "entities": [{ "name": "A", "feilds": [] }] }', '"fields"'],
  ['a key in a plugin', '{ "plugins": { "a": { "Enabled": true } } }', '"enabled"'],
  ['a type', '{ "entities": [{ "name": "A", "fields": [{ "name": "b", "type": "Boolen" }] }] }', '"Boolean"'],
  [
    'a type of another language',
    '{ "entities": [{ "name": "A", "fields": [{ "name": "b", "type": "bool" }] }] }',
    '"Boolean"',
  ],
  [
    'a type of a database',
    '{ "entities": [{ "name": "A", "fields": [{ "name": "b", "type": "long" }] }] }',
    '"BigInt"',
  ],
  ['a relation type', relation({ type: 'manytoone', target: 'A' }), '"many-to-one"'],
  ['a target', relation({ type: 'many-to-one', target: 'Custommer' }), '"Customer"'],
  ['a database', '{ "database": "postgress" }', '"postgres"'],
  ['an entity', '{ "entities": [{ "name": "order line" }] }', '"OrderLine"'],
  ['a field', '{ "entities": [{ "name": "A", "fields": [{ "name": "first_name", "type": "Int" }] }] }', '"firstName"'],
  ['a route', '{ "entities": [{ "name": "A", "route": "/Order Lines" }] }', '"order-lines"'],
])('suggests the probable value for a misspelt %s', (_, text, meant) => {
  const hints = hintsOf(text);
  expect(hints).toEqual([expect.stringContaining(meant)]);
});

test.each([
  ['a bundled plugin', { plugins: { 'auth-jwt': {} } }, {}],
  ['a plugin whose manifest says so', { plugins: { '@acme/sso': {} } }, { authPlugins: ['@acme/sso'] }],
  ['a plugin about to be added', {}, { adding: ['auth-jwt'] }],
  ['another plugin about to be added', {}, { adding: ['@acme/sso'], authPlugins: ['@acme/sso'] }],
])('has users with %s', (_, file, known) => {
  const author = { name: 'author', type: 'many-to-one', target: 'User' };
  const text = JSON.stringify({ entities: [{ name: 'Post', relations: [author], access: 'owner' }], ...file });
  const config = readConfig(text, { file: 'genlock.json', ...known });
  expect(config.entities[0]).toMatchObject({ access: accessFor('owner'), owner: 'author' });
});

test.each([
  ['a plugin of which nothing is known', { plugins: { '@acme/sso': {} } }, {}],
  ['one that is known but not enabled', {}, { authPlugins: ['@acme/sso'] }],
  ['one that is added but switched off', { plugins: { 'auth-jwt': { enabled: false } } }, { adding: ['auth-jwt'] }],
])('has no users with %s', (_, file, known) => {
  const text = JSON.stringify({ access: 'admin', ...file });
  expect(() => readConfig(text, { file: 'genlock.json', ...known })).toThrow(
    expect.objectContaining({ code: 'CONFIG_ACCESS_NEEDS_AUTH' }),
  );
});

test('uses the access rights of the entity, else of the file, else public, separately for each operation', () => {
  const entities = [
    { name: 'A', relations: [{ name: 'user', type: 'many-to-one', target: 'User' }] },
    { name: 'B', access: 'public' },
    { name: 'C', access: { read: 'admin' } },
    {
      name: 'D',
      access: { write: 'admin', create: ['AGENT', 'owner'], delete: 'public' },
      relations: [{ name: 'a', type: 'many-to-one', target: 'A' }],
      owner: 'a.user',
    },
  ];
  const plugins = { 'auth-jwt': {} };
  const text = JSON.stringify({ access: { write: 'authenticated' }, roles: ['AGENT'], entities, plugins });
  expect(read(text).entities.map(({ access }) => access)).toEqual([
    { ...accessFor('authenticated'), read: 'public' },
    accessFor('public'),
    { ...accessFor('authenticated'), read: 'admin' },
    { read: 'public', create: ['AGENT', 'owner'], update: 'admin', delete: 'public' },
  ]);
});

test('allows only administrators to access accounts by default', () => {
  const users = [{}, { access: { read: 'authenticated' } }];
  const [byDefault, said] = users.map((user) => {
    const text = JSON.stringify({ entities: [{ name: 'User', ...user }], plugins: { 'auth-jwt': {} } });
    return read(text).entities[0]?.access;
  });
  expect(byDefault).toEqual(accessFor('admin'));
  expect(said).toEqual({ ...accessFor('admin'), read: 'authenticated' });
  expect(read('{ "entities": [{ "name": "User" }] }').entities[0]?.access).toBeUndefined();
});

test.each([
  ['a slug', '[a-z]+(?:-[a-z0-9]+)*'],
  ['an address', '[^@\\s]+@[^@\\s]+\\.[a-z]{2,}'],
  ['letters of any script', '\\p{L}[\\p{L} ]*'],
  ['a lookahead', '(?=.*\\d)(?=.*[A-Z]).{8,}'],
])('accepts the pattern %s', (_, pattern) => {
  const text = JSON.stringify({ entities: [{ name: 'A', fields: [{ name: 'b', type: 'String', pattern }] }] });
  expect(read(text).entities[0]?.fields[0]?.pattern).toBe(pattern);
});

test.each(['(a+)+b', '(\\w+\\s?)*', '(x+x+)+y', '([a-z0-9])(([-.]|[_]+)?([a-z0-9]+))*'])(
  'refuses %s as a pattern that takes exponential time',
  (pattern) => {
    const text = JSON.stringify({ entities: [{ name: 'A', fields: [{ name: 'b', type: 'String', pattern }] }] });
    expect(problemsOf(text)).toMatchObject([{ code: 'CONFIG_PATTERN_SLOW' }]);
  },
);

test('accepts a rule on the databases that support it', () => {
  const fields = [
    { name: 'price', type: 'Decimal', default: '12345678901234567890.123', required: true },
    { name: 'body', type: 'Text', index: true, required: true },
    { name: 'code', type: 'String', unique: true },
  ];
  const relations = [{ name: 'next', type: 'many-to-one', target: 'A', onDelete: 'cascade' }];
  const codesOn = (database: string) => {
    const problems = problemsOf(JSON.stringify({ database, entities: [{ name: 'A', fields, relations }] }));
    return Array.isArray(problems) ? problems.map(({ code }: { code: string }) => code) : problems;
  };
  expect(codesOn('file')).toEqual(['CONFIG_DEFAULT_DIGITS']);
  expect(codesOn('postgres')).toEqual(['CONFIG_INDEX_LONG']);
  expect(codesOn('document')).toEqual(['CONFIG_UNIQUE_OPTIONAL', 'CONFIG_DELETE_RULE_CIRCLE']);
});

test('pairs a one-to-many with the only many-to-one without another side', () => {
  const lists = ['lines', 'gifts'].map((name) => ({ name, type: 'one-to-many', target: 'Line' }));
  const line = { name: 'Line', relations: [{ name: 'order', type: 'many-to-one', target: 'Order' }] };
  const entities = [{ name: 'Order', relations: lists }, line];
  expect(read(JSON.stringify({ entities })).entities).toHaveLength(2);
});

test('accepts a relation to User if a plugin adds the model', () => {
  const text = JSON.stringify({
    entities: [{ name: 'Post', relations: [{ name: 'author', type: 'many-to-one', target: 'User' }] }],
    plugins: { 'auth-jwt': {} },
  });
  expect(read(text).plugins.get('auth-jwt')).toEqual({ enabled: true, settings: {} });
});

const points = (name: string, target: string, required: boolean) => ({
  name,
  relations: [{ name: 'next', type: 'many-to-one', target, required }],
});

test('accepts a cycle with an optional relation', () => {
  const entities = [points('A', 'B', true), points('B', 'A', false), points('C', 'C', false), points('D', 'A', true)];
  expect(read(JSON.stringify({ entities })).entities).toHaveLength(4);
});

test.each([
  ['String', 'any "text" with ${} and `'],
  ['Int', -2_147_483_648],
  ['Int', 2_147_483_647],
  ['Float', 0.1],
  ['Decimal', 9.99],
  ['Decimal', '-123456789012.123'],
  ['BigInt', 9_007_199_254_740_991],
  ['BigInt', '-9223372036854775808'],
  ['Json', { a: [1, null, 'x', { b: false }] }],
  ['Json', []],
  ['Boolean', false],
  ['DateTime', 'now'],
  ['DateTime', '2024-02-29'],
  ['DateTime', '0001-01-01'],
  ['DateTime', '0000-12-31T23:00:00-01:00'],
  ['DateTime', '2026-01-31T09:00:00+02:00'],
])('accepts for type %s the default %j', (type, value) => {
  const text = JSON.stringify({ entities: [{ name: 'A', fields: [{ name: 'b', type, default: value }] }] });
  expect(read(text).entities[0]?.fields[0]?.default).toEqual(value);
});

test('refuses a file that is too deep or too large before parsing', () => {
  expect(problemsOf('['.repeat(100_000))).toMatchObject([{ code: 'CONFIG_TOO_LARGE' }]);
  expect(problemsOf(`{ "name": "${'x'.repeat(1_100_000)}" }`)).toMatchObject([{ code: 'CONFIG_TOO_LARGE' }]);
});

test.each([
  ['entities', { entities: many((index) => ({ name: nameOf(index) })) }],
  ['a chain', { entities: many((index) => points(nameOf(index), nameOf(index + 1), true)) }],
  ['a ring', { entities: many((index) => points(nameOf(index), nameOf((index + 1) % 3000), true)) }],
  ['missing targets', { entities: many((index) => points(nameOf(index), `${nameOf(index)}Zz`, true)) }],
  ['unknown keys', Object.fromEntries(many((index) => [`k${index}`, 1]))],
  ['plugins', { plugins: Object.fromEntries(many((index) => [`K ${index}`, 1])) }],
  [
    'a ring of rules',
    {
      database: 'document',
      entities: many((index) => ({
        name: nameOf(index),
        relations: [{ name: 'next', type: 'many-to-one', target: nameOf((index + 1) % 3000), onDelete: 'cascade' }],
      })),
    },
  ],
  [
    'values',
    { entities: [{ name: 'A', fields: [{ name: 'b', type: 'Enum', values: many((index) => `v${index}`) }] }] },
  ],
  ['long names', { entities: [{ name: 'a-'.repeat(400_000), route: 'A '.repeat(50_000) }] }],
])('checks a large file of %s quickly and reports a limited number of problems', (_, value) => {
  const started = process.cpuUsage();
  const problems = problemsOf(JSON.stringify(value));
  const { user, system } = process.cpuUsage(started);
  // CPU time, so that other programs do not affect the result.
  expect((user + system) / 1_000_000).toBeLessThan(10);
  expect(problems === 'accepted' || (Array.isArray(problems) && problems.length <= 100)).toBe(true);
});

test('throws only a GenlockError for any input', () => {
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
    'values',
    'min',
    'max',
    'pattern',
    'was',
    'unique',
    'onDelete',
    'tree',
    'access',
    'roles',
    'owner',
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
  expect(() => fc.assert(property, { numRuns: 2000 })).not.toThrow();
});
