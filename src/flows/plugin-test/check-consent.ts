import type { TestCase } from './cases.ts';
import { consentDifference, type ConsentDifference } from './consent.ts';
import type { Manifest } from '../../plugin/plugin.ts';
import type { Fault } from './check-case.ts';

/** A case with the facts that a user consents to. */
export interface ConsentedCase {
  readonly testCase: TestCase;
  readonly consent: readonly string[];
}

/** A setting or a database kind that changes what a user consents to. */
export interface ConsentChange extends ConsentDifference {
  /** `settings.<key>` or `database`. */
  readonly by: string;
  readonly value: string | number | boolean;
}

/** A case whose consent depends on more than its settings and its database. */
export interface UnstableConsent {
  readonly testCase: TestCase;
  readonly fault: Fault;
}

/** Returns cases with equal settings, an equal database and equal data about the project, but another consent. */
export function unstableConsent(
  cases: readonly ConsentedCase[],
  { inputs }: Pick<Manifest, 'inputs'> = {},
): readonly UnstableConsent[] {
  const first = new Map<string, ConsentedCase>();
  return cases.flatMap((one): readonly UnstableConsent[] => {
    const { database, settings, graph, auth } = one.testCase;
    const key = JSON.stringify([database, settings, ...(inputs === undefined ? [] : [graph, auth])]);
    const known = first.get(key);
    if (known === undefined) first.set(key, one);
    const difference = known && consentDifference(known.consent, one.consent);
    if (difference === undefined) return [];
    const [fact = ''] = [...difference.added, ...difference.removed];
    const message = `The consent depends on the project, not only on settings and database: ${fact}.`;
    return [{ testCase: one.testCase, fault: { law: 'consent', message, where: { file: 'generator.js' } } }];
  });
}

/**
 * Returns the settings and databases that change the consent. Cases that change several settings are examined value by
 * value.
 *
 * @param consentOf the consent to one value of a setting
 */
export async function consentChanges(
  cases: readonly ConsentedCase[],
  consentOf: (testCase: TestCase) => Promise<readonly string[]>,
): Promise<readonly ConsentChange[]> {
  const [usual] = cases;
  if (usual === undefined) return [];
  const found = new Map<string, ConsentChange>();
  for (const { testCase, consent } of cases) {
    const others = { ...testCase, settings: usual.testCase.settings };
    const changed = changedKeys(usual.testCase, testCase);
    if (changed.length === 0 && testCase.database !== usual.testCase.database) {
      const difference = consentDifference(usual.consent, consent);
      if (difference)
        found.set(`database ${testCase.database}`, { by: 'database', value: testCase.database, ...difference });
    }
    if (changed.length === 0 || consentDifference(await consentOf(others), consent) === undefined) continue;
    for (const key of changed) {
      const value = testCase.settings[key];
      if (value === undefined) continue;
      const alone = await consentOf({ ...others, settings: { ...others.settings, [key]: value } });
      const difference = consentDifference(await consentOf(others), alone);
      if (difference) found.set(`${key} ${JSON.stringify(value)}`, { by: `settings.${key}`, value, ...difference });
    }
  }
  return [...found.values()];
}

function changedKeys(one: TestCase, other: TestCase): readonly string[] {
  return Object.keys(other.settings).filter((key) => other.settings[key] !== one.settings[key]);
}
