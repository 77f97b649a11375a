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

test('where there is no policy, npm’s registries are reached, and a release of the public one is a day old', () => {
  const { npm: same, allowed, denied, freshness, archive, limits } = rulesOf();
  expect(same.registry).toBe('https://own.example/npm/');
  expect(allowed).toEqual(['https://own.example/npm/', 'https://b.example/']);
  expect(denied).toEqual([]);
  expect(freshness({ name: 'a', registry: publicRegistry })).toEqual({ minAgeMs: day, acceptsUnknown: false });
  // A path of it is it, however a project writes that.
  expect(freshness({ name: 'a', registry: `${publicRegistry}npm/` }).minAgeMs).toBe(day);
  expect(freshness({ name: 'a', registry: internal }).minAgeMs).toBe(0);
  expect(archive).toEqual(archiveLimits);
  expect(limits).toMatchObject({ packumentBytes: networkLimits.packumentBytes, timeoutMs: networkLimits.timeoutMs });
});

test('the highest policy that chooses a registry counts, wherever it was read', () => {
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

test('a line of npm’s that can’t be used is made up for by a policy, and by no project’s', () => {
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

test('what is reached is on every list, and what is chosen too', () => {
  expect(rulesOf(list('https://own.example/')).allowed).toEqual(['https://own.example/npm/']);
  expect(rulesOf(list('https://own.example/npm/inner')).allowed).toEqual(['https://own.example/npm/inner/']);
  expect(rulesOf(list('https://own.example/'), list('https://b.example/')).allowed).toEqual([]);
  expect(rulesOf(policyOf({ registries: { default: internal, allow: ['https://b.example/'] } })).allowed).toEqual([
    'https://b.example/',
  ]);
  expect(rulesOf(policyOf({ registries: { deny: ['https://b.example'] } })).denied).toEqual(['https://b.example/']);
});

const mirrorOf = (mirror: object) => ({ registries: { mirror } });

test('a mirror is a choice: the highest policy that makes it counts, and every list', () => {
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
  // It chooses nothing of what a name's own registry is.
  expect(rulesOf(system).npm).toEqual(rulesOf().npm);
  expect(rulesOf(system).allowed).toEqual(rulesOf().allowed);
});

test('what lies in a folder isn’t what anybody can publish; a policy that wants an age still does', () => {
  const folder = policyOf(mirrorOf({ mode: 'only', path: '/mirror' }));
  const old = policyOf({ freshness: { minAge: '3d' } });
  const asked = { name: 'chat', registry: publicRegistry };
  expect(rulesOf(folder).freshness(asked)).toEqual({ minAgeMs: 0, acceptsUnknown: true });
  expect(rulesOf(folder, old).freshness(asked)).toEqual({ minAgeMs: 3 * day, acceptsUnknown: false });
  const copy = policyOf(mirrorOf({ mode: 'only', url: 'https://m.example/' }));
  expect(rulesOf(copy).freshness(asked)).toEqual({ minAgeMs: day, acceptsUnknown: false });
});

test('redirects lead further only where somebody wants it and nobody doesn’t; http nowhere where somebody says so', () => {
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

test('the oldest age anybody wants is wanted, but of what its own policy exempts', () => {
  const policies = [
    policyOf({ freshness: { minAge: '3d', exempt: ['@acme/*'], missingTime: 'allow' } }),
    policyOf({ plugins: { rules: { '@acme/slow': { minAge: '7d' } } } }),
  ];
  const ageOf = (name: string) => rulesOf(...policies).freshness({ name, registry: internal });
  expect(ageOf('chat')).toEqual({ minAgeMs: 3 * day, acceptsUnknown: true });
  expect(ageOf('@acme/chat').minAgeMs).toBe(0);
  expect(ageOf('@acme/slow')).toEqual({ minAgeMs: 7 * day, acceptsUnknown: false });
  // What holds everywhere no policy takes back.
  expect(rulesOf(...policies).freshness({ name: '@acme/chat', registry: publicRegistry })).toEqual({
    minAgeMs: day,
    acceptsUnknown: false,
  });
});

test('the lowest limit holds, and one above the default is none', () => {
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

test('keys are for the registry they are given for, and what is below it', () => {
  const given = { asksRegistry: false, sets: [[{ keyid: 'a', key: point('A') }]] };
  const none = { asksRegistry: true, sets: [] };
  expect(keysOf(internal, keyed('user', 'a'))).toEqual(given);
  expect(keysOf(`${internal}npm/`, keyed('user', 'a'))).toEqual(given);
  expect(keysOf('https://plugins.acme.example.evil.example/', keyed('user', 'a'))).toEqual(none);
  expect(keysOf(publicRegistry, keyed('user', 'a'))).toEqual(none);
});

const shape = ({ asksRegistry, sets }: KeyRules) => [asksRegistry, sets.length];

test('who gives keys takes the registry’s word from it, but for a project; each has them in a set', () => {
  expect(shape(keysOf(internal, keyed('project', 'a')))).toEqual([true, 1]);
  expect(shape(keysOf(internal, keyed('project', 'a'), keyed('system', 'a', 'b')))).toEqual([false, 2]);
  expect(shape(keysOf(internal, keyed('user'), keyed('added', 'a')))).toEqual([false, 2]);
  expect(shape(keysOf(internal, policyOf({})))).toEqual([true, 0]);
});

/** Ids of the keys that count, where the registry says `a` and `b` itself. */
function believed(policies: readonly Policy[]): readonly string[] {
  const { asksRegistry, sets } = keysOf(internal, ...policies);
  return ['a', 'b', 'c'].filter(
    (id) =>
      (!asksRegistry || id !== 'c') && sets.every((keys) => keys.some((key) => 'keyid' in key && key.keyid === id)),
  );
}

test('another policy never lets more keys count than those before, or the registry, unless it is the first to choose', () => {
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
  // Control: who is the first to choose does choose.
  expect([believed([]), believed([keyed('user', 'c')])]).toEqual([['a', 'b'], ['c']]);
});

const rooted = (root: unknown) => ({ ...policyOf({ trust: { trustedRoot: 'root.json' } }), root });

test('every policy’s root counts', () => {
  expect(rulesOf(rooted({ a: 1 }), policyOf({}), rooted({ b: 2 })).trustedRoots).toEqual([{ a: 1 }, { b: 2 }]);
});
