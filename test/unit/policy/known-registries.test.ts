/** Registries that a project can select: only those that are known from other sources. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { publicRegistry, readNpmSettings } from '../../../registry-client/index.ts';
import { isWithin } from '../../../registry-client/origins.ts';
import { clientRules } from '../../../src/policy/client.ts';
import { policyLevels, type Policy } from '../../../src/policy/policy.ts';
import { now, policyOf } from './policies.ts';

const npm = readNpmSettings([], {
  npm_config_registry: 'https://own.example/npm/',
  'npm_config_@b:registry': 'https://b.example/',
});
const rulesOf = (...policies: readonly Policy[]) => clientRules(npm, { policies, now });
const choice = (url: string) => ({ registries: { default: url, scopes: { '@acme': url } } });

test('a project selects only registries that are known from other sources', () => {
  const evil = policyOf(choice('https://evil.example'), 'p', 'project');
  expect(rulesOf(evil)).toMatchObject({ npm: { registry: 'https://evil.example/' }, allowed: ['https://b.example/'] });
  // Control: a system, user or added policy can add the registry.
  for (const level of ['system', 'user', 'added'] as const) {
    expect(rulesOf(policyOf(choice('https://evil.example'), 'p', level)).allowed).toContain('https://evil.example/');
  }
  for (const known of [
    policyOf(choice('https://own.example/npm/inner'), 'p', 'project'),
    policyOf(choice(publicRegistry), 'p', 'project'),
  ]) {
    expect(rulesOf(known).allowed).toContain(known.registries?.default?.replace(/\/?$/u, '/'));
  }
  const listed = policyOf({ registries: { allow: ['https://team.example', 'https://own.example'] } }, 'u', 'user');
  const below = policyOf(choice('https://team.example/npm'), 'p', 'project');
  expect(new Set(rulesOf(listed, below).allowed)).toEqual(new Set(['https://team.example/npm/']));
});

test('a project .npmrc cannot add registries, and a project policy cannot rebind a scope', () => {
  const text = 'registry=https://evil.example\n@b:registry=https://evil.example/b/\n@c:registry=https://b.example/c/';
  const files = [
    { level: 'project', file: 'p', text },
    { level: 'user', file: 'u', text: '@b:registry=https://b.example/' },
  ] as const;
  const { npm: chosen, allowed } = clientRules(readNpmSettings(files, {}), { policies: [], now });
  expect(chosen.registry).toBe('https://evil.example/');
  expect(new Set(allowed)).toEqual(new Set(['https://b.example/c/', 'https://b.example/']));
  const mine = policyOf({ registries: { scopes: { '@b': publicRegistry } } }, 'p', 'project');
  expect(rulesOf(mine).npm.scopes.get('@b')).toBe('https://b.example/');
});

/** Returns the allowed addresses if the project names a registry and the user's `.npmrc` has the line. */
function allowed(address: string, line: string): readonly string[] | undefined {
  const files = [
    { level: 'project', file: 'p', text: `registry=${address}` },
    { level: 'user', file: 'u', text: line },
  ] as const;
  return clientRules(readNpmSettings(files, {}), { policies: [], now }).allowed;
}

test('credentials allow their own address, and not another tenant of the host', () => {
  const [mine, other] = ['https://shared.example/mine/', 'https://shared.example/other/'];
  for (const token of ['//shared.example/:_authToken=x', '//shared.example/:@c:_authToken=x']) {
    expect(allowed(mine, token)).toEqual([]);
    expect(allowed('https://shared.example', token)).toEqual(['https://shared.example/']);
  }
  expect(allowed(mine, '//shared.example/mine/:_authToken=x')).toEqual([mine]);
  expect(allowed(other, '//shared.example/mine/:_authToken=x')).toEqual([]);
  // Control: a named registry also allows addresses below it.
  expect(allowed(mine, '@a:registry=https://shared.example')).toContain(mine);
});

const place = fc.constantFrom(
  'https://own.example/',
  'https://own.example/npm/a/',
  'https://c.example/',
  publicRegistry,
);
const policy = fc
  .record({
    level: fc.constantFrom(...policyLevels),
    registries: fc.record(
      { default: place, allow: fc.uniqueArray(place), scopes: fc.dictionary(fc.constantFrom('@b', '@c'), place) },
      { requiredKeys: [] },
    ),
  })
  .map(({ level, registries }) => policyOf({ registries }, 'p', level));

test('a project policy never adds an address that no other policy has', () => {
  fc.assert(
    fc.property(fc.array(policy, { maxLength: 4 }), (policies) => {
      const others = policies.filter(({ level }) => level !== 'project');
      const named = others.flatMap(({ registries = {} }) => [
        ...(registries.allow ?? []),
        registries.default ?? [],
        ...Object.values(registries.scopes ?? {}),
      ]);
      const known = [publicRegistry, ...npm.known, ...named.flat()];
      const beyond = (rulesOf(...policies).allowed ?? []).filter(
        (url) => !known.some((wide) => isWithin(new URL(url), wide)),
      );
      expect(beyond).toEqual([]);
      for (const [scope, url] of rulesOf(...others).npm.scopes)
        expect(rulesOf(...policies).npm.scopes.get(scope)).toBe(url);
    }),
    { numRuns: 300 },
  );
});
