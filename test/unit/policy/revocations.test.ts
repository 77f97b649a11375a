/** Revocation lists: valid lists, and malformed or outdated lists, which are refused as a whole. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { GenlockError } from '../../../src/errors/error.ts';
import { revocationsJsonSchema } from '../../../src/policy/json-schema.ts';
import { readRevocations } from '../../../src/policy/revocations.ts';
import { daysAgo, now } from './policies.ts';

const entry = { name: '@acme/chat', versions: '<1.2.3', reason: 'INC-52', contact: 'security@acme.example' };
const list = (change: object = {}) => ({ version: 1, updated: daysAgo(1).toISOString(), revoked: [entry], ...change });

function read(value: unknown, maxStale = '2d'): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  try {
    return readRevocations({ text, file: 'revoked.json', maxStale, now });
  } catch (error) {
    if (error instanceof GenlockError) return error.problems.map(({ code, where }) => [code, where?.key]);
    throw error;
  }
}

test('accepts a current list', () => {
  expect(read(list())).toEqual([entry]);
  expect(read(list({ revoked: [] }))).toEqual([]);
  const bytes = { integrity: [`sha512-${'A'.repeat(86)}==`], reason: 'INC-53', contact: 'security@acme.example' };
  expect(read(list({ $schema: 'x', revoked: [bytes] }))).toEqual([bytes]);
});

const accepts = new Ajv2020({ strict: true, validateFormats: false }).compile(revocationsJsonSchema());

test('the JSON schema accepts valid lists and rejects malformed ones', () => {
  const bytes = { integrity: [`sha512-${'A'.repeat(86)}==`], reason: 'INC-53', contact: 'security@acme.example' };
  const fine = [list(), list({ revoked: [] }), list({ $schema: 'x', revoked: [bytes] })];
  expect(fine.map((each) => [accepts(each), Array.isArray(read(each))])).toEqual(fine.map(() => [true, true]));
  const { name: _, ...nothing } = entry;
  const { contact: __, ...nobody } = entry;
  const wrong = [
    { ...list(), updated: undefined },
    list({ version: 2 }),
    list({ revokes: [] }),
    list({ revoked: [nothing] }),
    list({ revoked: [nobody] }),
    list({ revoked: [{ ...bytes, integrity: ['sha1-x'] }] }),
    list({ revoked: [{ ...bytes, integrity: [] }] }),
  ].map((each): unknown => JSON.parse(JSON.stringify(each)));
  expect(wrong.map((each) => accepts(each))).toEqual(wrong.map(() => false));
  for (const each of wrong) expect(read(each)).toMatchObject([['POLICY_REVOCATIONS', expect.anything()]]);
});

test.each<[what: string, list: unknown, key: string]>([
  ['is no JSON', '{', ''],
  ['says one thing twice', JSON.stringify(list()).replace('{', '{ "version": 1, '), 'version'],
  ['is of another version', list({ version: 2 }), 'version'],
  ['has a key nobody knows', list({ revokes: [] }), 'revokes'],
  ['doesn’t say when it was updated', list({ updated: undefined }), ''],
  ['is too old', list({ updated: daysAgo(2.1).toISOString() }), 'updated'],
  ['is of the future', list({ updated: daysAgo(-1.1).toISOString() }), 'updated'],
  ['names nothing', list({ revoked: [{ ...entry, name: undefined }] }), 'revoked[0]'],
  ['gives no reason', list({ revoked: [{ ...entry, reason: ' ' }] }), 'revoked[0].reason'],
  ['gives no contact', list({ revoked: [{ ...entry, contact: undefined }] }), 'revoked[0]'],
  ['has signs in its words', list({ revoked: [{ ...entry, reason: 'a\u001b[2J' }] }), 'revoked[0].reason'],
  ['has no range', list({ revoked: [{ ...entry, versions: 'newest' }] }), 'revoked[0].versions'],
  ['has no sha512', list({ revoked: [{ ...entry, integrity: ['sha1-x'] }] }), 'revoked[0].integrity[0]'],
])('refuses a list that %s', (_, value, key) => {
  const [problem, ...others] = read(value) as readonly (readonly [string, string | undefined])[];
  expect([problem?.[0], others]).toEqual(['POLICY_REVOCATIONS', []]);
  expect(problem?.[1] ?? '').toContain(key);
});

test('the policy sets the maximum age', () => {
  const old = list({ updated: daysAgo(2).toISOString() });
  expect([read(old, '2d'), read(old, '47h')]).toEqual([[entry], [['POLICY_REVOCATIONS', 'updated']]]);
  // An update time slightly in the future is accepted.
  expect(read(list({ updated: daysAgo(-0.5).toISOString() }))).toEqual([entry]);
});
