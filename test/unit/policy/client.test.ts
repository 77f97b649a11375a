import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readNpmSettings, publicRegistry } from '../../../registry-client/index.ts';
import { archiveLimits } from '../../../registry-client/archive/limits.ts';
import { networkLimits, type KeyRules } from '../../../registry-client/settings.ts';
import { clientRules } from '../../../src/policy/client.ts';
import type { Policy, PolicyLevel } from '../../../src/policy/policy.ts';
import { internal, now, policyOf } from './policies.ts';

const npm = readNpmSettings([], {
  npm_config_registry: 'https://own.example/npm/',
  '@acme:registry': '',
  'npm_config_@b:registry': 'https://b.example/',
});
const rulesOf = (...policies: readonly Policy[]) => clientRules(npm, { policies, now });
const choice = (url: string) => ({ registries: { default: url, scopes: { '@acme': url } } });
const list = (...allow: readonly string[]) => policyOf({ registries: { allow } });
const day = 24 * 3_600_000;

test('without a policy, allows the registries of npm and requires an age of one day for the public registry', () => {
  const { npm: same, allowed, denied, freshness, archive, limits } = rulesOf();
  expect(same.registry).toBe('https://own.example/npm/');
  expect(allowed).toEqual(['https://own.example/npm/', 'https://b.example/']);
  expect(denied).toEqual([]);
  expect(freshness({ name: 'a', registry: publicRegistry })).toEqual({ minAgeMs: day, acceptsUnknown: false });
  // A path below the public registry counts as the public registry.
  expect(freshness({ name: 'a', registry: `${publicRegistry}npm/` }).minAgeMs).toBe(day);
  expect(freshness({ name: 'a', registry: internal }).minAgeMs).toBe(0);
  expect(archive).toEqual(archiveLimits);
  expect(limits).toMatchObject({ packumentBytes: networkLimits.packumentBytes, timeoutMs: networkLimits.timeoutMs });
});

test('uses the registry of the policy with the highest level, in any order', () => {
  const system = policyOf(choice('https://system.example'), 's', 'system');
  const project = policyOf(choice('https://project.example'), 'p', 'project');
  for (const order of [
    [system, project],
    [project, system],
  ]) {
    const { npm: chosen } = rulesOf(...order);
    expect(chosen.registry).toBe('https://system.example/');
    expect(Object.fromEntries(chosen.scopes)).toEqual({
      '@acme': 'https://system.example/',
      '@b': 'https://b.example/',
    });
  }
  expect(rulesOf(project).npm.registry).toBe('https://project.example/');
});

test('a policy replaces an unusable line of npm settings, but a project policy does not', () => {
  const text = 'registry=http://a.example/\n@acme:registry=http://b.example/\n';
  const settings = readNpmSettings([{ level: 'user', file: '.npmrc', text }], {});
  const unusable = (...policies: readonly Policy[]) => [
    ...clientRules(settings, { policies, now }).npm.unusable.keys(),
  ];
  expect(unusable()).toEqual(['registry', '@acme:registry']);
  expect(unusable(policyOf({ registries: { default: internal } }))).toEqual(['@acme:registry']);
  expect(unusable(policyOf(choice(internal)))).toEqual([]);
  const scopes = policyOf({ registries: { scopes: { '@acme': internal } } }, 'p', 'project');
  expect(unusable(scopes)).toEqual(['registry', '@acme:registry']);
});

test('allows only addresses on every list, also for chosen registries', () => {
  expect(rulesOf(list('https://own.example/')).allowed).toEqual(['https://own.example/npm/']);
  expect(rulesOf(list('https://own.example/npm/inner')).allowed).toEqual(['https://own.example/npm/inner/']);
  expect(rulesOf(list('https://own.example/'), list('https://b.example/')).allowed).toEqual([]);
  expect(rulesOf(policyOf({ registries: { default: internal, allow: ['https://b.example/'] } })).allowed).toEqual([
    'https://b.example/',
  ]);
  expect(rulesOf(policyOf({ registries: { deny: ['https://b.example'] } })).denied).toEqual(['https://b.example/']);
});

const mirrorOf = (mirror: object) => ({ registries: { mirror } });

test('uses the mirror of the policy with the highest level, limited by every list', () => {
  const system = policyOf(mirrorOf({ mode: 'only', url: 'https://m.example/npm' }), 's', 'system');
  const user = policyOf(mirrorOf({ mode: 'prefer', url: 'https://u.example/' }), 'u', 'user');
  const chosen = { mode: 'only', place: { url: 'https://m.example/npm/', allowed: ['https://m.example/npm/'] } };
  expect(rulesOf(system, user).mirror).toEqual(chosen);
  expect(rulesOf(user, system).mirror).toEqual(chosen);
  expect(rulesOf(user).mirror).toMatchObject({ mode: 'prefer' });
  expect(rulesOf(user, policyOf(mirrorOf({ mode: 'off' }), 's', 'system')).mirror).toBeUndefined();
  expect(rulesOf().mirror).toBeUndefined();
  const elsewhere = rulesOf(system, list('https://own.example/')).mirror;
  expect(elsewhere).toEqual({ ...chosen, place: { ...chosen.place, allowed: [] } });
  // The mirror does not change the registry of a name.
  expect(rulesOf(system).npm).toEqual(rulesOf().npm);
  expect(rulesOf(system).allowed).toEqual(rulesOf().allowed);
});

test('requires no age for a mirror folder, unless a policy requires one', () => {
  const folder = policyOf(mirrorOf({ mode: 'only', path: '/mirror' }));
  const old = policyOf({ freshness: { minAge: '3d' } });
  const asked = { name: 'chat', registry: publicRegistry };
  expect(rulesOf(folder).freshness(asked)).toEqual({ minAgeMs: 0, acceptsUnknown: true });
  expect(rulesOf(folder, old).freshness(asked)).toEqual({ minAgeMs: 3 * day, acceptsUnknown: false });
  const copy = policyOf(mirrorOf({ mode: 'only', url: 'https://m.example/' }));
  expect(rulesOf(copy).freshness(asked)).toEqual({ minAgeMs: day, acceptsUnknown: false });
});

test('follows redirects only if a policy allows and no policy forbids them, and denies http if any policy does', () => {
  const [near, far] = ['same-origin', 'listed'].map((redirects) => policyOf({ registries: { redirects } }));
  if (near === undefined || far === undefined) throw new Error('two were made');
  const said = [[], [near], [far], [far, policyOf({})], [far, far], [near, far], [far, near]];
  expect(said.map((policies) => rulesOf(...policies).redirects)).toEqual(
    [false, false, true, true, true, false, false].map((leads) => (leads ? 'listed' : 'same-origin')),
  );
  const [usual, none] = ['loopback', 'deny'].map((http) => policyOf({ registries: { http } }));
  if (usual === undefined || none === undefined) throw new Error('two were made');
  expect([[], [usual], [usual, none], [none]].map((policies) => rulesOf(...policies).http)).toEqual([
    'loopback',
    'loopback',
    'deny',
    'deny',
  ]);
});

test('the highest minimum age applies, except for names that its own policy exempts', () => {
  const policies = [
    policyOf({ freshness: { minAge: '3d', exempt: ['@acme/*'], missingTime: 'allow' } }),
    policyOf({ plugins: { rules: { '@acme/slow': { minAge: '7d' } } } }),
  ];
  const ageOf = (name: string) => rulesOf(...policies).freshness({ name, registry: internal });
  expect(ageOf('chat')).toEqual({ minAgeMs: 3 * day, acceptsUnknown: true });
  expect(ageOf('@acme/chat').minAgeMs).toBe(0);
  expect(ageOf('@acme/slow')).toEqual({ minAgeMs: 7 * day, acceptsUnknown: false });
  // No policy lowers the built-in minimum age for the public registry.
  expect(rulesOf(...policies).freshness({ name: '@acme/chat', registry: publicRegistry })).toEqual({
    minAgeMs: day,
    acceptsUnknown: false,
  });
});

test('the lowest limit applies, and a limit above the default is ignored', () => {
  const policies = [
    policyOf({
      limits: {
        packed: '2MB',
        unpacked: '1GB',
        entries: 10,
        fileBytes: '1KB',
        packument: '1MB',
        timeout: '5s',
        depth: 3,
        pathBytes: 900,
      },
    }),
    policyOf({ limits: { packed: '1MB', entries: 20, timeout: '10m', depth: 5, pathBytes: 100 } }),
  ];
  const { archive, limits } = rulesOf(...policies);
  expect(archive).toMatchObject({ packed: 1024 ** 2, unpacked: archiveLimits.unpacked, entries: 10, fileBytes: 1024 });
  expect(archive).toMatchObject({ depth: 3, pathBytes: 100 });
  expect(limits).toMatchObject({ packumentBytes: 1024 ** 2, timeoutMs: 5000 });
});

const point = (sign: string) => `MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE${sign.repeat(86)}==`;
const keyed = (level: PolicyLevel, ...ids: readonly string[]) =>
  policyOf(
    { trust: { keys: { 'https://plugins.acme.example': ids.map((keyid) => ({ keyid, key: point('A') })) } } },
    'p.json',
    level,
  );
function keysOf(registry: string, ...policies: readonly Policy[]): KeyRules {
  const { keys } = rulesOf(...policies);
  if (keys === undefined) throw new Error('policies say nothing of keys');
  return keys(registry);
}

test('uses keys for their registry and for addresses below it', () => {
  const given = { asksRegistry: false, sets: [[{ keyid: 'a', key: point('A') }]] };
  const none = { asksRegistry: true, sets: [] };
  expect(keysOf(internal, keyed('user', 'a'))).toEqual(given);
  expect(keysOf(`${internal}npm/`, keyed('user', 'a'))).toEqual(given);
  expect(keysOf('https://plugins.acme.example.evil.example/', keyed('user', 'a'))).toEqual(none);
  expect(keysOf(publicRegistry, keyed('user', 'a'))).toEqual(none);
});

const shape = ({ asksRegistry, sets }: KeyRules) => [asksRegistry, sets.length];

test('configured keys replace the keys of the registry, except in a project policy, and each policy adds a set', () => {
  expect(shape(keysOf(internal, keyed('project', 'a')))).toEqual([true, 1]);
  expect(shape(keysOf(internal, keyed('project', 'a'), keyed('system', 'a', 'b')))).toEqual([false, 2]);
  expect(shape(keysOf(internal, keyed('user'), keyed('added', 'a')))).toEqual([false, 2]);
  expect(shape(keysOf(internal, policyOf({})))).toEqual([true, 0]);
});

/** Returns the ids of the valid keys if the registry lists `a` and `b`. */
function believed(policies: readonly Policy[]): readonly string[] {
  const { asksRegistry, sets } = keysOf(internal, ...policies);
  return ['a', 'b', 'c'].filter(
    (id) =>
      (!asksRegistry || id !== 'c') && sets.every((keys) => keys.some((key) => 'keyid' in key && key.keyid === id)),
  );
}

test('adding a policy never makes more keys valid, unless it is the first policy with keys', () => {
  const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'));
  const some = fc
    .tuple(fc.constantFrom('system', 'user', 'project', 'added'), ids)
    .map(([level, names]) => keyed(level, ...names));
  fc.assert(
    fc.property(fc.array(some, { maxLength: 3 }), some, fc.nat(3), (all, more, at) => {
      fc.pre(more.level === 'project' || all.some(({ level }) => level !== 'project'));
      const before = believed(all);
      expect(believed(all.toSpliced(at, 0, more)).filter((id) => !before.includes(id))).toEqual([]);
    }),
  );
  // Control: the first policy with keys does choose them.
  expect([believed([]), believed([keyed('user', 'c')])]).toEqual([['a', 'b'], ['c']]);
});

const rooted = (root: unknown) => ({ ...policyOf({ trust: { trustedRoot: 'root.json' } }), root });

test('adds the trusted roots of every policy', () => {
  expect(rulesOf(rooted({ a: 1 }), policyOf({}), rooted({ b: 2 })).trustedRoots).toEqual([{ a: 1 }, { b: 2 }]);
});
