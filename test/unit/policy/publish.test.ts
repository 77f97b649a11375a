import { expect, test } from 'vitest';
import { evaluatePublication, type Publication } from '../../../src/policy/evaluate/publish.ts';
import { internal, policyOf, type Written } from './policies.ts';

const chat: Publication = {
  name: '@acme/chat',
  registry: internal,
  provenance: false,
  staged: false,
  tested: false,
  report: 'absent',
};
const denials = (written: Written, more: Partial<Publication> = {}): readonly string[] =>
  evaluatePublication({ ...chat, ...more }, { policies: [policyOf(written, '/etc/p.json')] })
    .filter(({ verdict }) => verdict === 'deny')
    .map(({ file, key }) => `${file}: ${key}`);

test.each<readonly [key: string, policy: Written, better: Partial<Publication>]>([
  ['publish.registries', { publish: { registries: [`${internal}npm`] } }, { registry: `${internal}npm/` }],
  ['publish.scopes', { publish: { scopes: ['@other'] } }, { name: '@other/chat' }],
  ['publish.scopes', { publish: { scopes: ['@acm'] } }, { name: '@acm/chat' }],
  ['publish.provenance', { publish: { provenance: 'required' } }, { provenance: true }],
  ['publish.staged', { publish: { staged: 'required' } }, { staged: true }],
  ['tests.require', { tests: { require: true } }, { tested: true }],
  ['registries.allow', { registries: { allow: ['https://b.example/'] } }, { registry: 'https://b.example/' }],
  ['registries.deny', { registries: { deny: [internal] } }, { registry: 'https://b.example/' }],
  ['registries.scopes["@acme"]', { registries: { scopes: { '@acme': 'https://b.example/' } } }, { name: 'chat' }],
])('%s', (key, policy, better) => {
  expect(denials(policy)).toEqual([`/etc/p.json: ${key}`]);
  expect(denials(policy, better)).toEqual([]);
});

test('refuses to replace a version that is known to exist if the policy forbids it', () => {
  const immutable = { publish: { immutable: true } };
  expect(denials(immutable)).toEqual([]);
  expect(denials(immutable, { isThere: false })).toEqual([]);
  expect(denials(immutable, { isThere: true })).toEqual(['/etc/p.json: publish.immutable']);
  expect(denials({ publish: {} }, { isThere: true })).toEqual([]);
});

test('a report implies tests, and both must be present', () => {
  const policy: Written = { tests: { require: 'report' } };
  const denied = '/etc/p.json: tests.require';
  expect(denials(policy)).toEqual([denied, denied]);
  expect(denials(policy, { tested: true })).toEqual([denied]);
  expect(denials(policy, { report: 'current' })).toEqual([denied]);
  expect(denials(policy, { tested: true, report: 'current' })).toEqual([]);
});

test('staging and tests may be optional', () => {
  expect(denials({ publish: { staged: 'optional' }, tests: { require: false } })).toEqual([]);
});

test('provenance may be optional, and a name without a scope matches no scope', () => {
  expect(denials({ publish: { provenance: 'optional' } })).toEqual([]);
  expect(denials({ publish: { scopes: ['@acme'] } }, { name: 'acme' })).toEqual(['/etc/p.json: publish.scopes']);
});
