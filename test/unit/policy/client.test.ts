import { expect, test } from 'vitest';
import { readNpmSettings, publicRegistry } from '../../../registry-client/index.ts';
import { archiveLimits } from '../../../registry-client/archive/limits.ts';
import { networkLimits } from '../../../registry-client/settings.ts';
import { clientRules } from '../../../src/policy/client.ts';
import type { Policy } from '../../../src/policy/policy.ts';
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

test('what is reached is on every list, and what is chosen too', () => {
  expect(rulesOf(list('https://own.example/')).allowed).toEqual(['https://own.example/npm/']);
  expect(rulesOf(list('https://own.example/npm/inner')).allowed).toEqual(['https://own.example/npm/inner/']);
  expect(rulesOf(list('https://own.example/'), list('https://b.example/')).allowed).toEqual([]);
  expect(rulesOf(policyOf({ registries: { default: internal, allow: ['https://b.example/'] } })).allowed).toEqual([
    'https://b.example/',
  ]);
  expect(rulesOf(policyOf({ registries: { deny: ['https://b.example'] } })).denied).toEqual(['https://b.example/']);
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
      limits: { packed: '2MB', unpacked: '1GB', entries: 10, fileBytes: '1KB', packument: '1MB', timeout: '5s' },
    }),
    policyOf({ limits: { packed: '1MB', entries: 20, timeout: '10m' } }),
  ];
  const { archive, limits } = rulesOf(...policies);
  expect(archive).toMatchObject({ packed: 1024 ** 2, unpacked: archiveLimits.unpacked, entries: 10, fileBytes: 1024 });
  expect(limits).toMatchObject({ packumentBytes: 1024 ** 2, timeoutMs: 5000 });
});
