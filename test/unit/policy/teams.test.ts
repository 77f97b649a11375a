/** Teams in rules and exceptions, and permissions of bundled plugins. */
import { expect, test } from 'vitest';
import { evaluate } from '../../../src/policy/evaluate/evaluate.ts';
import type { Subject } from '../../../src/policy/subject.ts';
import { strictest } from '../../../src/policy/verdict.ts';
import { now, policyOf, problemsIn, release, type Written } from './policies.ts';

const verdictOf = (policy: Written, plugin: Partial<Subject> = {}) =>
  strictest(evaluate({ ...release, ...plugin }, { policies: [policyOf(policy)], now }));
const by = (publisher?: string): Partial<Subject> => ({ release: { ...release.release, publisher } });

const listed = { plugins: { default: 'deny', rules: { 'team:payments': { mode: 'allowed' } } } };
const names = { teams: { payments: { plugins: ['@acme/*', 'stripe-checkout'] } }, ...listed };
const people = { teams: { payments: { plugins: ['@acme/*'], publishers: ['ada', 'bob'] } }, ...listed };

test('a rule for a team matches the plugins of the team', () => {
  expect(verdictOf(names)).toBe('allow');
  expect(verdictOf(names, { name: 'stripe-checkout' })).toBe('allow');
  expect(verdictOf(names, { name: 'stripe' })).toBe('deny');
  // Control: without the rule, the plugin is denied.
  expect(verdictOf({ teams: names.teams, plugins: { default: 'deny' } })).toBe('deny');
});

test('a team with publishers matches only releases that one of them published', () => {
  expect(verdictOf(people, by('bob'))).toBe('allow');
  expect(verdictOf(people, by('mallory'))).toBe('deny');
  expect(verdictOf(people, by())).toBe('deny');
  expect(verdictOf(people, { ...by('bob'), name: 'chat' })).toBe('deny');
  // A folder or an archive has no publisher.
  expect(verdictOf(people, { source: 'directory', release: undefined })).toBe('deny');
  // The publisher is not known before the registry was queried.
  expect(verdictOf(people, { release: undefined })).toBe('ask');
});

test('a blocking rule for a team denies, and asks before the publisher is known', () => {
  const blocked = { teams: people.teams, plugins: { rules: { 'team:payments': { mode: 'blocked' } } } };
  expect(verdictOf(blocked, by('ada'))).toBe('deny');
  expect(verdictOf(blocked, { release: undefined })).toBe('ask');
  expect(verdictOf(blocked, by('mallory'))).toBe('allow');
});

test('an exception can name a team', () => {
  const granted = {
    teams: people.teams,
    permissions: { deny: ['provider'] },
    exceptions: [{ plugin: 'team:payments', rule: 'permissions.deny', reason: 'r', until: '2027-01-01T00:00:00Z' }],
  };
  expect(verdictOf(granted, by('ada'))).toBe('allow');
  expect(verdictOf(granted, by('mallory'))).toBe('deny');
});

test('refuses an unknown team with a suggestion, and a team as the name of a required plugin', () => {
  const misspelt = { ...names, plugins: { rules: { 'team:payment': { mode: 'allowed' } } } };
  expect(problemsIn(misspelt)).toMatchObject([
    { code: 'POLICY_INVALID', hint: 'Did you mean "payments"?', where: { key: 'plugins.rules["team:payment"]' } },
  ]);
  const required = { ...names, plugins: { rules: { 'team:payments': { mode: 'required' } } } };
  expect(problemsIn(required)).toMatchObject([{ where: { key: 'plugins.rules["team:payments"].mode' } }]);
  expect(problemsIn({ teams: { Payments: { plugins: ['x'] } } })).toMatchObject([{ where: { key: 'teams.Payments' } }]);
  expect(problemsIn({ teams: { payments: { publishers: ['ada'] } } })).toMatchObject([
    { where: { key: 'teams.payments.plugins' } },
  ]);
});

const bundled: Partial<Subject> = {
  name: 'auth-jwt',
  source: 'bundled',
  registry: undefined,
  release: undefined,
  capabilities: ['provider', 'secret:JWT_SECRET'],
};
const denying = { deny: ['provider', 'secret:*'] };

test('a denied permission applies to a bundled plugin only by its name', () => {
  expect(verdictOf({ permissions: denying }, bundled)).toBe('allow');
  expect(verdictOf({ permissions: { allow: [] } }, bundled)).toBe('allow');
  expect(verdictOf({ plugins: { rules: { '*': { permissions: denying } } } }, bundled)).toBe('allow');
  expect(verdictOf({ plugins: { rules: { 'auth-*': { permissions: denying } } } }, bundled)).toBe('allow');
  expect(verdictOf({ plugins: { rules: { 'auth-jwt': { permissions: denying } } } }, bundled)).toBe('deny');
  // Control: the rules apply to a plugin of the same name from another source.
  for (const policy of [{ permissions: denying }, { plugins: { rules: { 'auth-*': { permissions: denying } } } }]) {
    expect(verdictOf(policy, { ...bundled, source: 'directory' })).toBe('deny');
  }
  // A question still needs an answer.
  expect(verdictOf({ permissions: { ask: ['provider'] } }, bundled)).toBe('ask');
});
