/** A policy or rule can only restrict. It never allows more. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWithin } from '../../../registry-client/origins.ts';
import { readNpmSettings } from '../../../registry-client/index.ts';
import { clientRules } from '../../../src/policy/client.ts';
import { evaluate } from '../../../src/policy/evaluate/evaluate.ts';
import type { Policy } from '../../../src/policy/policy.ts';
import { strictest, type Opinion } from '../../../src/policy/verdict.ts';
import { daysAgo, internal, issuer, now, policyOf, release, workflow, type Written } from './policies.ts';

const rank: Readonly<Record<Opinion, number>> = { allow: 0, ask: 1, deny: 2 };
const opinion = fc.constantFrom('allow', 'ask', 'deny');
const glob = fc.constantFrom('*', '@acme/*', '@acme/chat', '@acme/c*', 'chat', 'c*', '@other/*');
const globs = fc.uniqueArray(glob, { maxLength: 3 });
const permission = fc.constantFrom(
  'server-code',
  'provider',
  'route:unprotected',
  'model:*',
  'dependency:@acme/*',
  'secret:*',
);
const place = fc.constantFrom(internal, `${internal}a/`, 'https://other.example/', 'https://registry.npmjs.org/');
const age = fc.constantFrom('1d', '7d', '40d');
const some = <T>(model: { [Key in keyof T]: fc.Arbitrary<T[Key]> }) => fc.record(model, { requiredKeys: [] });
const permissions = some({
  allow: fc.uniqueArray(permission),
  ask: fc.uniqueArray(permission),
  deny: fc.uniqueArray(permission),
});

const limits = some({
  versions: fc.constantFrom('^1', '>=2', '<1.2.0'),
  minAge: age,
  permissions,
  except: globs,
  until: fc.constantFrom('2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'),
});
const mode = fc.constantFrom('allowed', 'blocked', 'removed');
const stops = new Set(['blocked', 'removed']);
const platforms = fc.uniqueArray(fc.constantFrom('linux', 'linux-x64', 'linux-arm64', 'darwin'), { minLength: 1 });
const rule = fc
  .tuple(limits, some({ mode }), some({ platforms }))
  .map(([one, other, on]): Written => ({ ...one, ...other, ...(stops.has(other.mode ?? '') ? {} : on) }));

const downgrade = some({
  noDowngradeIgnoreAfter: fc.constantFrom('1d', '10d'),
  noDowngradeExclude: globs,
}).map((terms) => ({ noDowngrade: true, ...terms }));

const trust = fc
  .tuple(
    some({
      signatures: fc.constantFrom('required', 'if-present'),
      provenance: fc.constantFrom('required', 'if-present'),
      identities: fc.array(
        fc.record({
          plugins: fc.tuple(glob),
          issuer: fc.constant(issuer),
          subject: fc.constantFrom(workflow, 'https://x.example/*'),
        }),
        { maxLength: 2 },
      ),
      revocations: fc.constant({ file: 'revoked.json', maxStale: '2d' }),
    }),
    fc.option(downgrade, { nil: {} }),
  )
  .map(([one, other]) => ({ ...one, ...other }));

const exception = fc.record(
  {
    plugin: glob,
    rule: fc.constantFrom(
      ...['plugins.default', 'plugins.rules["*"].mode', 'permissions.deny', 'dependencies.deny', 'freshness.minAge'],
    ),
    reason: fc.constant('r'),
    until: fc.constantFrom('2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'),
    version: fc.constantFrom('^1', '>=2'),
  },
  { requiredKeys: ['plugin', 'rule', 'reason', 'until'] },
);

const written: fc.Arbitrary<Written> = some({
  registries: some({
    allow: fc.uniqueArray(place),
    deny: fc.uniqueArray(place, { maxLength: 1 }),
    redirects: fc.constantFrom('same-origin', 'listed'),
    http: fc.constantFrom('loopback', 'deny'),
  }),
  sources: some({ registry: opinion, file: opinion, directory: opinion }),
  plugins: some({ default: opinion, rules: fc.dictionary(glob, rule, { maxKeys: 3 }) }),
  trust,
  freshness: some({ minAge: age, exempt: globs, missingTime: fc.constantFrom('allow', 'deny') }),
  permissions,
  dependencies: some({
    registry: opinion,
    allow: fc.subarray(['*', '@acme/*', 'date-fns@^4', '@acme/ui@<1']),
    deny: fc.subarray(['*', '@acme/*', 'date-fns@<4', '@acme/ui@1.2.0']),
    minAge: age,
  }),
  exceptions: fc.array(exception, { maxLength: 3 }),
  scripts: some({ allow: fc.subarray(['sharp', '@acme/*', 'sharp@1.2.0']) }),
  required: fc.subarray(['@acme/chat', 'chat']),
  updates: some({ prerelease: opinion, deprecated: opinion, major: opinion, frozen: fc.boolean() }),
  licenses: some({
    allow: fc.uniqueArray(fc.constantFrom('MIT', 'ISC')),
    deny: fc.uniqueArray(fc.constantFrom('MIT', 'ISC')),
    unknown: opinion,
  }),
  limits: some({
    packed: fc.constantFrom('1KB', '5MB', '1GB'),
    depth: fc.integer({ min: 1, max: 40 }),
    pathBytes: fc.integer({ min: 1, max: 500 }),
    entries: fc.integer({ min: 1, max: 5000 }),
    timeout: fc.constantFrom('1s', '10m'),
  }),
});

const coming = (publishedAt: Date | undefined) => ({
  name: 'sharp',
  range: '^1',
  release: { version: '1.2.0', publishedAt, installScripts: true },
});
const absent = { signatures: 'absent', provenance: 'absent' } as const;
const plugin = fc.record({
  name: fc.constantFrom('@acme/chat', 'chat', '@other/x'),
  version: fc.constantFrom('1.2.0', '2.0.0', '2.0.0-beta.1', undefined),
  source: fc.constantFrom('registry', 'file', 'directory', 'bundled'),
  release: fc.constantFrom(
    undefined,
    {},
    { publishedAt: daysAgo(3), trust: absent, deprecated: 'gone' },
    release.release,
  ),
  before: fc.constantFrom(undefined, { version: '1.0.0', integrity: 'x', trust: release.release?.trust }),
  capabilities: fc.subarray([...(release.capabilities ?? [])]),
  packages: fc.constantFrom(undefined, [], [{ name: 'sharp', range: '^1' }], [coming(daysAgo(3))], [coming(undefined)]),
  manifest: fc.constantFrom(undefined, { dependencies: {} }, release.manifest),
});

const subject = plugin.map((given) => ({ ...release, ...given }));
const revoked = fc.array(
  some({ name: glob, versions: fc.constantFrom('<1.3.0', '>=2') }).map((entry) => ({
    reason: 'r',
    contact: 'c',
    ...(entry.name === undefined ? { integrity: ['x'] } : {}),
    ...entry,
  })),
  { maxLength: 2 },
);
const layer: fc.Arbitrary<Policy> = fc
  .tuple(written, revoked)
  .map(([text, list]) => ({ ...policyOf(text), revoked: list }));
const policies = fc.array(layer, { maxLength: 3 });
const runs = { numRuns: 500 };

const strictness = (given: typeof release, all: readonly Policy[]) =>
  rank[strictest(evaluate(given, { policies: all, now, platform: 'linux-x64' }))];

test('adding a policy at any position never allows more', () => {
  fc.assert(
    fc.property(subject, policies, fc.tuple(layer, fc.nat(3)), (given, all, [more, at]) => {
      const longer = all.toSpliced(at, 0, more);
      expect(strictness(given, longer)).toBeGreaterThanOrEqual(strictness(given, all));
    }),
    runs,
  );
});

test('adding a rule without an allowance never allows more', () => {
  const narrow = fc.tuple(
    fc.constantFrom('ch*', '@acme/ch*', 'zz*'),
    limits,
    some({ mode: fc.constantFrom('blocked', 'removed') }),
  );
  fc.assert(
    fc.property(subject, written, narrow, (given, text, [name, one, other]) => {
      const rules = (text['plugins'] as { readonly rules?: Written } | undefined)?.rules ?? {};
      const more = {
        ...text,
        plugins: { ...(text['plugins'] as object | undefined), rules: { ...rules, [name]: { ...one, ...other } } },
      };
      expect(strictness(given, [policyOf(more)])).toBeGreaterThanOrEqual(strictness(given, [policyOf(text)]));
    }),
    runs,
  );
});

test('control: a rule that allows a plugin makes an exception', () => {
  const closed = { plugins: { default: 'deny' } };
  const opened = { plugins: { default: 'deny', rules: { '@acme/chat': { mode: 'allowed' } } } };
  expect([closed, opened].map((text) => strictness(release, [policyOf(text)]))).toEqual([rank.deny, rank.allow]);
});

const npm = readNpmSettings([], { npm_config_registry: internal });

test('adding a policy never allows the client more addresses, larger downloads or longer waits', () => {
  const urls = fc.webPath().chain((path) => place.map((base) => new URL(`.${path}`, base)));
  fc.assert(
    fc.property(policies, written, urls, (all, more, url) => {
      const [before, after] = [all, [...all, policyOf(more)]].map((list) => clientRules(npm, { policies: list, now }));
      if (before === undefined || after === undefined) throw new Error('two were asked for');
      const reaches = ({ allowed, denied }: typeof before): boolean =>
        (allowed ?? []).some((at) => isWithin(url, at)) && !(denied ?? []).some((at) => isWithin(url, at));
      expect(Number(reaches(after))).toBeLessThanOrEqual(Number(reaches(before)));
      const [old, young] = [before, after].map(({ freshness }) =>
        freshness({ name: '@acme/chat', registry: internal }),
      );
      expect(young?.minAgeMs).toBeGreaterThanOrEqual(old?.minAgeMs ?? Infinity);
      // Without a minimum age, an unknown publish time is accepted.
      const accepts = (freshness: typeof old) => freshness?.minAgeMs === 0 || freshness?.acceptsUnknown === true;
      expect(Number(accepts(young))).toBeLessThanOrEqual(Number(accepts(old)));
      expect(after.archive?.packed).toBeLessThanOrEqual(before.archive?.packed ?? 0);
      expect(after.archive?.entries).toBeLessThanOrEqual(before.archive?.entries ?? 0);
      expect(after.archive?.depth).toBeLessThanOrEqual(before.archive?.depth ?? 0);
      expect(after.archive?.pathBytes).toBeLessThanOrEqual(before.archive?.pathBytes ?? 0);
      expect(Number(after.http === 'loopback')).toBeLessThanOrEqual(Number(before.http === 'loopback'));
      // Only the first policy that sets `redirects` can allow more redirects.
      const isChosen = all.some(({ registries }) => registries?.redirects !== undefined);
      const leads = ({ redirects }: typeof before) => Number(redirects === 'listed');
      expect(leads(after)).toBeLessThanOrEqual(isChosen ? leads(before) : 1);
      expect(after.limits?.timeoutMs).toBeLessThanOrEqual(before.limits?.timeoutMs ?? 0);
    }),
    runs,
  );
});
