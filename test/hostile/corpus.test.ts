/**
 * The hostile corpus: attacking plugins, one folder each. Every case ends with its exact code or without an effect,
 * changes no file in or around the project, works without guards, and does not affect the next run.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { attack, type Outcome } from './attack.ts';
import { readCases, type Case } from './cases.ts';
import { acting } from './control.ts';

/** The project `hostile` runs the first payload of each plugin, the project `corpus` the others. */
const runsFirst = process.env['GENLOCK_CORPUS'] === 'first';
const all = readCases();
const cases = all.filter(({ isFirst }) => isFirst === runsFirst);
const outcomes = new Map<string, Promise<Outcome>>();

/** All cases, two at a time, while the tests below wait for theirs in the same order. */
beforeAll(() => {
  const settled = new Map(cases.map(({ name }) => [name, Promise.withResolvers<Outcome>()]));
  for (const [name, { promise }] of settled) {
    // The test of the case reports a rejection. Until then, it must not count as unhandled.
    promise.catch(() => undefined);
    outcomes.set(name, promise);
  }
  const left = cases.values();
  const work = async (): Promise<void> => {
    for (const given of left) {
      const { resolve, reject } = settled.get(given.name) ?? {};
      await attack(given).then(resolve, reject);
    }
  };
  void work();
  void work();
});

test('gives each case a unique name', () => {
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
});

describe.each([...new Set(cases.map(({ section }) => section))])('section %s', (section) => {
  test.each(cases.filter((given) => given.section === section))('$name', { timeout: 180_000 }, async (given) => {
    const outcome = await outcomes.get(given.name);
    expect(outcome).toMatchObject({ ...wanted(given), isUntouched: true, bites: true, isHealthyAfter: true });
    expect(outcome?.shown).not.toMatch(acting);
  });
});

function wanted({ expected }: Case): Partial<Outcome> {
  if (expected.code !== undefined) return { code: expected.code };
  return { code: 'none', log: expected.log ?? [], operations: expected.operations ?? [], tainted: [] };
}
