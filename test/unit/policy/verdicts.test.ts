import { describe, expect, test } from 'vitest';
import { evaluate } from '../../../src/policy/evaluate/evaluate.ts';
import { missingPlugins } from '../../../src/policy/evaluate/rules.ts';
import { strictest, type Opinion } from '../../../src/policy/verdict.ts';
import type { Subject } from '../../../src/policy/subject.ts';
import { generic, evaluatedKeys } from './evaluated-keys.ts';
import { daysAgo, internal, now, policyOf, release, type Written } from './policies.ts';
import { rows } from './verdict-rows.ts';

const verdictOf = (plugin: Partial<Subject>, ...policies: readonly Written[]): Opinion =>
  strictest(evaluate({ ...release, ...plugin }, { policies: policies.map((policy) => policyOf(policy)), now }));

/** The platform of the machine. */
const platform = 'linux-x64';

describe('each key', () => {
  test.each(rows.map((row) => [`${row.key} ${JSON.stringify(row.policy)}: ${row.verdict}`, row] as const))(
    '%s',
    (_, { key, policy, plugin = {}, verdict, revoked }) => {
      const subject = { ...release, ...plugin };
      const written = policyOf(policy, '/etc/p.json');
      const policies = [revoked === undefined ? written : { ...written, revoked }];
      const verdicts = evaluate(subject, { policies, now, platform });
      expect(strictest(verdicts)).toBe(verdict);
      // Each objection names the policy file and the deciding key.
      const against = verdicts.filter((each) => each.verdict !== 'allow' && each.file !== 'genlock');
      const names = against.map(({ file, key: named }) => [file, generic(named)]);
      const moved = /\.(?:until|except)$|exempt$|noDowngrade\w/u.test(key);
      const expected = [['/etc/p.json', generic(key)]];
      expect(against.length === 0 || moved ? expected : names).toEqual(expect.arrayContaining(expected));
      // Without the policy, the plugin is allowed, except for these cases.
      const closed = subject.source === 'git' || subject.source === 'url';
      const lost = subject.before?.trust !== undefined;
      expect(strictest(evaluate(subject, { policies: [], now, platform }))).toBe(
        closed ? 'deny' : lost ? 'ask' : 'allow',
      );
    },
  );

  test('is in at least two rows', () => {
    const counts = evaluatedKeys().map((key) => [key, rows.filter((row) => generic(row.key) === key).length] as const);
    expect(counts.filter(([, count]) => count < 2)).toEqual([]);
    expect(counts.length).toBeGreaterThan(35);
  });
});

const criteria = (policy: Written) => ({ policies: [policyOf(policy)], now });
const blocked = { plugins: { rules: { '@acme/chat': { mode: 'blocked' } } } };
const allowed = { plugins: { default: 'allow', rules: { '@acme/chat': { mode: 'allowed' } } } };
const young = { release: { publishedAt: daysAgo(1) } };
const trusted = { before: { version: '1.1.0', integrity: 'x', trust: release.release?.trust } };

describe('policies together', () => {
  test.each<readonly [string, Opinion, Partial<Subject>, readonly Written[]]>([
    ['a project can’t allow again what the system blocks', 'deny', {}, [blocked, allowed]],
    ['whichever comes first', 'deny', {}, [allowed, blocked]],
    ['a project can block', 'deny', {}, [{ plugins: { default: 'allow' } }, blocked]],
    ['two that allow', 'allow', {}, [allowed, allowed]],
    [
      'a registry must be on every list',
      'deny',
      {},
      [{ registries: { allow: [internal] } }, { registries: { allow: ['https://b.example/'] } }],
    ],
    [
      'an exemption is for its own policy',
      'deny',
      young,
      [{ freshness: { minAge: '3d' } }, { freshness: { minAge: '3d', exempt: ['*'] } }],
    ],
    [
      'an exception is for its own policy',
      'deny',
      {},
      [blocked, { plugins: { rules: { '*': { mode: 'blocked', except: ['@acme/chat'] } } } }],
    ],
    [
      'a rule that has ended is for its own policy',
      'deny',
      {},
      [blocked, { plugins: { rules: { '@acme/chat': { mode: 'blocked', until: '2026-01-01T00:00:00Z' } } } }],
    ],
    [
      'the longest age holds',
      'deny',
      { release: { publishedAt: daysAgo(5) } },
      [{ freshness: { minAge: '3d' } }, { freshness: { minAge: '7d' } }],
    ],
    [
      'accepting no time is for its own policy',
      'deny',
      { release: {} },
      [{ freshness: { minAge: '3d', missingTime: 'allow' } }, { freshness: { minAge: '1d' } }],
    ],
    [
      'what one allows another asks',
      'ask',
      {},
      [
        {
          permissions: {
            allow: ['*'].map(() => 'provider'),
            ask: ['secret:*', 'model:*', 'dependency:*', 'server-code', 'route:unprotected'],
          },
        },
        allowed,
      ],
    ],
    ['a denial wins over a question', 'deny', {}, [{ plugins: { default: 'ask' } }, { sources: { registry: 'deny' } }]],
    [
      'a scope bound twice comes from neither',
      'deny',
      {},
      [
        { registries: { scopes: { '@acme': internal } } },
        { registries: { scopes: { '@acme': 'https://b.example/' } } },
      ],
    ],
  ])('%s: %s', (...[, verdict, plugin, policies]) => {
    expect(verdictOf(plugin, ...policies)).toBe(verdict);
  });

  test('a release with less proof than the installed one needs consent, or is denied by noDowngrade', () => {
    const less = { ...trusted, release: { trust: { signatures: 'verified', provenance: 'absent' } as const } };
    expect(verdictOf(less)).toBe('ask');
    expect(verdictOf({ ...trusted, release: {} })).toBe('ask');
    expect(verdictOf(less, allowed)).toBe('ask');
    expect(verdictOf(less, { trust: { noDowngrade: true } })).toBe('deny');
    // An exemption in one policy does not apply to another policy.
    const lenient = { trust: { noDowngrade: true, noDowngradeExclude: ['*'] } };
    expect([verdictOf(less, lenient), verdictOf(less, lenient, { trust: { noDowngrade: true } })]).toEqual([
      'ask',
      'deny',
    ]);
    // Controls: the proof is not lost, or did not exist before.
    expect(verdictOf(trusted)).toBe('allow');
    expect(verdictOf({ before: { version: '1.1.0', integrity: 'x' }, release: {} })).toBe('allow');
  });

  test('a denial contains the message of the rule, or else of the policy', () => {
    const rule = { mode: 'blocked', reason: 'INC-41', message: 'Use @acme/talk' };
    const [ruled] = evaluate(release, criteria({ message: 'Ask us', plugins: { rules: { '@acme/chat': rule } } }));
    expect(ruled).toMatchObject({ message: 'Use @acme/talk', reason: expect.stringContaining('INC-41') });
    const [said] = evaluate(release, criteria({ message: 'Ask us', ...blocked }));
    expect(said).toMatchObject({ message: 'Ask us' });
  });
});

test('a rule with platforms denies the release on an unknown platform', () => {
  const linux = { plugins: { rules: { '@acme/chat': { platforms: ['linux'] } } } };
  expect(strictest(evaluate(release, { ...criteria(linux), platform }))).toBe('allow');
  expect(strictest(evaluate(release, criteria(linux)))).toBe('deny');
  // A platform does not match as a prefix.
  const beginning = { plugins: { rules: { '@acme/chat': { platforms: ['linux-arm'] } } } };
  expect(strictest(evaluate(release, { ...criteria(beginning), platform: 'linux-arm64' }))).toBe('deny');
});

test('names missing required plugins and their policy', () => {
  const policies = [
    policyOf({
      plugins: {
        rules: { '@acme/base': { mode: 'required' }, chat: { mode: 'required', until: '2026-01-01T00:00:00Z' } },
      },
    }),
  ];
  expect(missingPlugins([], policies, now)).toMatchObject([
    { name: '@acme/base', file: 'p.json', key: 'plugins.rules["@acme/base"].mode', verdict: 'deny' },
  ]);
  expect(missingPlugins(['@acme/base'], policies, now)).toEqual([]);
  const listed = [policyOf({ required: ['chat', 'talk'], message: 'Ask us' })];
  expect(missingPlugins(['chat'], listed, now)).toMatchObject([
    { name: 'talk', file: 'p.json', key: 'required', verdict: 'deny', message: 'Ask us' },
  ]);
  const ruled = [policyOf({ plugins: { rules: { chat: { mode: 'required' } } }, message: 'Ask us' })];
  expect(missingPlugins([], ruled, now)).toMatchObject([{ name: 'chat', message: 'Ask us' }]);
});

const evaluatedBy = (rules: Written) => evaluate(release, criteria({ plugins: { default: 'deny', rules } }));
const reasonsBy = (rules: Written) =>
  evaluatedBy(rules).flatMap(({ verdict, reason }) => (verdict === 'deny' ? [reason] : []));
const ofException = (until: string) => strictest(evaluatedBy({ '*': { mode: 'allowed', until } }));

test('a denial after an exception ended names its end and its rule', () => {
  const until = '2026-10-31T23:59:59+02:00';
  const ended = reasonsBy({ '@acme/*': { mode: 'allowed', until } });
  expect(ended).toEqual([expect.stringContaining(until)]);
  expect(ended).toEqual([expect.stringContaining('@acme/*')]);
  // The reason names only an ended rule that allowed this plugin.
  expect(reasonsBy({ '@acme/*': { mode: 'allowed', until, except: ['@acme/chat'] } })).toEqual([
    expect.not.stringContaining(until),
  ]);
  expect(reasonsBy({ '@acme/*': { versions: '>=1', until } })).toEqual([expect.not.stringContaining(until)]);
});

test('a rule ends at its exact time in any time zone', () => {
  expect(['2026-11-01T00:00:00Z', '2026-11-01T14:00:00+14:00', '2026-10-31T12:00:00-12:00'].map(ofException)).toEqual([
    'deny',
    'deny',
    'deny',
  ]);
  expect(
    ['2026-11-01T00:00:00.001Z', '2026-11-01T14:01:00+14:00', '2026-10-31T12:01:00-12:00'].map(ofException),
  ).toEqual(['allow', 'allow', 'allow']);
});
