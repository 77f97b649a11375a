/** Exceptions: the rules, plugins, versions and times that they apply to. */
import { describe, expect, test } from 'vitest';
import { readNpmSettings } from '../../../registry-client/index.ts';
import { clientRules } from '../../../src/policy/client.ts';
import { evaluate } from '../../../src/policy/evaluate/evaluate.ts';
import { readPolicy, type Policy } from '../../../src/policy/policy.ts';
import type { Subject } from '../../../src/policy/subject.ts';
import { strictest } from '../../../src/policy/verdict.ts';
import { daysAgo, internal, now, policyOf, problemsIn, release, unquoted, type Written } from './policies.ts';

const until = '2027-01-01T00:00:00Z';
const exception = (rule: string, more: Written = {}) => ({
  exceptions: [{ plugin: '@acme/chat', rule, reason: 'SEC-12', until, ...more }],
});
const verdictsOf = (plugin: Partial<Subject>, ...policies: readonly Policy[]) =>
  evaluate({ ...release, ...plugin }, { policies, now });
const verdictOf = (policy: Written, plugin: Partial<Subject> = {}) => strictest(verdictsOf(plugin, policyOf(policy)));

const young = { release: { publishedAt: daysAgo(1) } };
const comes = [
  { name: 'sharp', range: '^1', release: { version: '1.2.0', publishedAt: daysAgo(1), installScripts: true } },
];

describe('an exception allows one plugin to break the rule that it names', () => {
  const cases: readonly (readonly [rule: string, policy: Written, plugin?: Partial<Subject>])[] = [
    ['plugins.default', { plugins: { default: 'deny' } }],
    ['plugins.rules["@acme/*"].mode', { plugins: { rules: { '@acme/*': { mode: 'blocked' } } } }],
    ['plugins.rules["@acme/*"].versions', { plugins: { rules: { '@acme/*': { versions: '>=2' } } } }],
    [
      'plugins.rules["@acme/*"].permissions.deny',
      { plugins: { rules: { '@acme/*': { permissions: { deny: ['provider'] } } } } },
    ],
    ['sources.registry', { sources: { registry: 'deny' } }],
    ['permissions.deny', { permissions: { deny: ['provider', 'secret:*'] } }],
    ['permissions.allow', { permissions: { allow: ['provider'] } }],
    ['dependencies.deny', { dependencies: { deny: ['date-fns'] } }],
    ['dependencies.allow', { dependencies: { allow: [] } }],
    ['dependencies.minAge', { dependencies: { minAge: '3d' } }, { packages: comes }],
    ['scripts.allow', { scripts: { allow: [] } }, { packages: comes }],
    ['freshness.minAge', { freshness: { minAge: '3d' } }, young],
    ['trust.provenance', { trust: { provenance: 'required' } }, { release: {} }],
    ['licenses.allow', { licenses: { allow: ['ISC'] } }],
    ['updates.frozen', { updates: { frozen: true } }, { before: { version: '1.0.0', integrity: 'x' } }],
  ];
  test.each(cases.map(([rule, policy, plugin = {}]) => [rule, policy, plugin] as const))(
    '%s',
    (rule, policy, plugin) => {
      // Control: without the exception, the plugin is denied.
      expect(verdictOf(policy, plugin)).toBe('deny');
      const verdicts = verdictsOf(plugin, policyOf({ ...policy, ...exception(rule) }, '/etc/p.json'));
      expect(strictest(verdicts)).toBe('allow');
      const granted = verdicts.filter((verdict) => verdict.exception !== undefined);
      expect(granted.map(({ key }) => unquoted(key))).toContain(unquoted(rule));
      expect(granted[0]).toMatchObject({
        exception: { file: '/etc/p.json', until, reason: 'SEC-12' },
        reason: expect.stringContaining('SEC-12'),
      });
      // Another plugin still obeys the rule.
      expect(verdictOf({ ...policy, ...exception(rule, { plugin: '@acme/talk' }) }, plugin)).toBe('deny');
    },
  );
});

const closed = { plugins: { default: 'deny' }, permissions: { deny: ['provider'] } };

test('an exception does not apply to other rules', () => {
  expect(verdictOf({ ...closed, ...exception('plugins.default') })).toBe('deny');
  const both = [...exception('plugins.default').exceptions, ...exception('permissions.deny').exceptions];
  expect(verdictOf({ ...closed, exceptions: both })).toBe('allow');
});

test('the key of a rule can have brackets', () => {
  const blocked = { plugins: { rules: { chat: { mode: 'blocked' } } } };
  const granted = (rule: string) => ({ ...blocked, ...exception(rule, { plugin: 'chat' }) });
  expect(verdictOf(blocked, { name: 'chat' })).toBe('deny');
  for (const rule of ['plugins.rules["chat"].mode', 'plugins.rules.chat.mode'])
    expect(verdictOf(granted(rule), { name: 'chat' })).toBe('allow');
});

test('an exception for a range applies to its versions', () => {
  const ranged = { plugins: { default: 'deny' }, ...exception('plugins.default', { version: '^1.2.0' }) };
  expect(verdictOf(ranged)).toBe('allow');
  expect(verdictOf(ranged, { version: '2.0.0' })).toBe('deny');
  // The registry must be queried before the version is known.
  expect(verdictOf(ranged, { version: undefined })).toBe('ask');
});

const ended = (end: string) => {
  const verdicts = verdictsOf(
    {},
    policyOf({ plugins: { default: 'deny' }, ...exception('plugins.default', { until: end }) }),
  );
  return verdicts.map(({ verdict, reason }) => [verdict, reason.includes(`expired on ${end}`)]);
};

test('an exception ends at its exact time, and the denial names the end', () => {
  expect(ended('2026-11-01T00:00:00.001Z')).toEqual([['allow', false]]);
  expect(ended('2026-11-01T00:00:00Z')).toEqual([['deny', true]]);
  expect(ended('2026-10-01T00:00:00+02:00')).toEqual([['deny', true]]);
});

test('a policy cannot grant an exception from a rule of another policy', () => {
  const company = policyOf(closed, '/etc/genlock/policy.json');
  const everything = ['plugins.default', 'permissions.deny'].flatMap((rule) => exception(rule).exceptions);
  const project = policyOf({ ...closed, exceptions: everything }, 'genlock.policy.json', 'project');
  expect(strictest(verdictsOf({}, company, project))).toBe('deny');
  // Control: in the policy itself, the exceptions apply.
  expect(strictest(verdictsOf({}, project))).toBe('allow');
});

const read = (written: Written, file: string, parent?: Policy) =>
  readPolicy(JSON.stringify({ version: 1, ...written }), { file, level: 'user', parent });

test('a parent grants exceptions from rules of its children, and a child none from rules of its parent', () => {
  const granting = read({ plugins: { default: 'deny' }, ...exception('permissions.deny') }, 'base.json');
  const child = read({ extends: 'base.json', permissions: { deny: ['provider'] } }, 'team.json', granting);
  const own = read({ extends: 'base.json', ...exception('plugins.default') }, 'own.json', granting);
  expect(verdictsOf({}, child)).toMatchObject([{ verdict: 'allow', exception: { file: 'base.json' } }]);
  expect(strictest(verdictsOf({}, granting, own))).toBe('deny');
});

test('the client selects a recent release only in the versions of the exception', () => {
  const npm = readNpmSettings([], { npm_config_registry: internal });
  const aged = { freshness: { minAge: '3d', missingTime: 'deny' } };
  const ageOf = (policy: Written, version?: string) =>
    clientRules(npm, { policies: [policyOf(policy)], now }).freshness({
      name: '@acme/chat',
      registry: internal,
      ...(version === undefined ? {} : { version }),
    });
  const granted = { ...aged, ...exception('freshness.minAge', { version: '^1' }) };
  const threeDays = 3 * 24 * 3_600_000;
  expect(ageOf(aged, '1.2.0').minAgeMs).toBe(threeDays);
  expect(ageOf(granted, '1.2.0').minAgeMs).toBe(0);
  expect(ageOf(granted, '2.0.0').minAgeMs).toBe(threeDays);
  const ended = { ...aged, ...exception('freshness.minAge', { until: '2026-01-01T00:00:00Z' }) };
  expect(ageOf(ended, '1.2.0').minAgeMs).toBe(threeDays);
});

describe('refuses a malformed exception at its place', () => {
  test.each<readonly [string, Written]>([
    ['exceptions[0].rule', { rule: 'permission.deny' }],
    ['exceptions[0].rule', { rule: 'registries.allow' }],
    ['exceptions[0].rule', { rule: 'plugins.rules["*"]' }],
    ['exceptions[0].reason', { reason: ' ' }],
    ['exceptions[0].reason', { reason: undefined }],
    ['exceptions[0].until', { until: '2027-01-01' }],
    ['exceptions[0].until', { until: undefined }],
    ['exceptions[0].version', { version: 'newest' }],
    ['exceptions[0].plugin', { plugin: 'Chat' }],
    ['exceptions[0].plugin', { plugin: 'team:payments' }],
    ['exceptions[0].versions', { versions: '^1' }],
  ])('%s %j', (key, more) => {
    expect(problemsIn(exception('permissions.deny', more))).toMatchObject([{ code: 'POLICY_INVALID', where: { key } }]);
  });
});
