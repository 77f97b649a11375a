import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultLimits, limitNames, SandboxError, sandboxLayers, type Limits } from '../../../sandbox/index.ts';
import { GenlockError } from '../../../src/errors/error.ts';
import { combinePolicies, unrestricted, nameResponsiblePolicies } from '../../../src/policy/effective-policy.ts';
import type { Policy, PolicyLevel } from '../../../src/policy/policy.ts';

const now = new Date('2026-01-01T00:00:00Z');
const policy = (given: Partial<Policy>): Policy => ({ file: 'p.json', require: [], limits: {}, ...given });

test('requires nothing without a policy', () => {
  expect(combinePolicies([], now)).toEqual({ ...unrestricted, now });
});

test('requires every layer of any policy once, in sandbox order', () => {
  const policies = [policy({ require: ['hidden-files', 'isolate'] }), policy({ require: ['limits', 'isolate'] })];
  expect(combinePolicies(policies, now).require).toEqual(['isolate', 'limits', 'hidden-files']);
});

test('uses the lowest limit, in any order of policies', () => {
  const policies = [policy({ limits: { wallMs: 300, files: 7 } }), policy({ limits: { wallMs: 500, operations: 9 } })];
  const expected = { wallMs: 300, files: 7, operations: 9 };
  expect(combinePolicies(policies, now).limits).toEqual(expected);
  expect(combinePolicies(policies.toReversed(), now).limits).toEqual(expected);
});

test('names all policies that set the lowest limit', () => {
  const policies = [
    policy({ file: 'a.json', limits: { files: 7, wallMs: 9, operations: defaultLimits.operations } }),
    policy({ file: 'b.json', limits: { files: 7, wallMs: 8 } }),
    policy({ file: 'c.json', limits: { files: 8 } }),
  ];
  expect(combinePolicies(policies, now).loweredBy).toEqual({ files: ['a.json', 'b.json'], wallMs: ['b.json'] });
});

const ended = (limit: 'files' | 'operations') =>
  new GenlockError(
    { code: 'SANDBOX_OUTPUT_LIMIT', message: 'x: too much' },
    { cause: new SandboxError('SANDBOX_OUTPUT_LIMIT', 'too much', { limit }) },
  );

test('a run over a limit names only the policies that lowered this limit', () => {
  const effective = combinePolicies([policy({ file: 'a.json', limits: { files: 7 } })], now);
  expect(String(nameResponsiblePolicies(ended('files'), effective))).toContain(
    'x: too much, which a.json lowers: limits.run.files is 7',
  );
  const other = ended('operations');
  expect(nameResponsiblePolicies(other, effective)).toBe(other);
});

test('ignores a limit above the default', () => {
  const above = { memoryMb: defaultLimits.memoryMb + 1, wallMs: defaultLimits.wallMs, files: 1 };
  expect(combinePolicies([policy({ limits: above })], now).limits).toEqual({ files: 1 });
});

test.each<[codes: readonly ('ask' | 'same-footprint' | undefined)[], expected: 'same-footprint' | undefined]>([
  [[], undefined],
  [[undefined], undefined],
  [['ask'], undefined],
  [['same-footprint', undefined], 'same-footprint'],
  [['same-footprint', 'ask'], undefined],
  [['ask', 'same-footprint'], undefined],
])('updates.code %j accepts changed code only if no policy asks', (codes, expected) => {
  const policies = codes.map((code) => policy({ updates: code === undefined ? {} : { code } }));
  expect(combinePolicies(policies, now).changedCode).toBe(expected);
});

test('a project policy cannot accept changed code, but can require consent to it', () => {
  const accepting = (level: PolicyLevel) => policy({ level, updates: { code: 'same-footprint' } });
  expect(combinePolicies([accepting('project')], now).changedCode).toBeUndefined();
  expect(combinePolicies([accepting('user'), accepting('project')], now).changedCode).toBe('same-footprint');
  const asking = policy({ level: 'project', updates: { code: 'ask' } });
  expect(combinePolicies([accepting('user'), asking], now).changedCode).toBeUndefined();
});

const anyPolicy: fc.Arbitrary<Policy> = fc.record({
  file: fc.constant('p.json'),
  require: fc.subarray([...sandboxLayers]),
  limits: fc
    .dictionary(fc.constantFrom(...limitNames), fc.integer({ min: 1, max: 2 ** 25 }))
    .map((limits): Partial<Limits> => limits),
});

/** Returns the effective limits of a run. */
const effective = (policies: readonly Policy[]): Limits => ({
  ...defaultLimits,
  ...combinePolicies(policies, now).limits,
});

test('adding a policy never raises a limit, in any order', () => {
  fc.assert(
    fc.property(fc.array(anyPolicy, { maxLength: 4 }), anyPolicy, (policies, another) => {
      const before = effective(policies);
      const after = effective([...policies, another]);
      expect(limitNames.filter((name) => after[name] > before[name])).toEqual([]);
      expect(limitNames.filter((name) => after[name] > (another.limits[name] ?? Infinity))).toEqual([]);
      const { require } = combinePolicies([another, ...policies], now);
      expect(require).toEqual(expect.arrayContaining([...combinePolicies(policies, now).require, ...another.require]));
      expect(effective([another, ...policies])).toEqual(after);
    }),
  );
});

test('an expired policy stops every run, with the contact as hint', () => {
  const over = policy({ file: 'old.json', name: 'Acme', message: 'Ask #platform', expires: now });
  const later = policy({ file: 'new.json', expires: new Date(now.getTime() + 1) });
  expect(combinePolicies([later], now).require).toEqual([]);
  expect(problemsOf([later, over])).toMatchObject([
    { code: 'POLICY_EXPIRED', where: { file: 'old.json', key: 'expires' }, hint: 'Ask #platform' },
  ]);
});

function problemsOf(policies: readonly Policy[]): unknown {
  try {
    return combinePolicies(policies, now);
  } catch (error) {
    return error instanceof GenlockError ? error.problems : error;
  }
}

test('names the policies with required layers if a layer is missing, and for no other failure', () => {
  const effective = combinePolicies([policy({ file: 'a.json', require: ['limits'] }), policy({ file: 'b.json' })], now);
  const refused = new GenlockError({ code: 'SANDBOX_LAYER_MISSING', message: 'there is no limits' });
  const named = nameResponsiblePolicies(refused, effective);
  expect(named).toMatchObject({ code: 'SANDBOX_LAYER_MISSING', cause: refused });
  expect(String(named)).toContain('a.json');
  expect(String(named)).not.toContain('b.json');
  const other = new GenlockError({ code: 'SANDBOX_TIMEOUT', message: 'too long' });
  expect(nameResponsiblePolicies(other, effective)).toBe(other);
});
