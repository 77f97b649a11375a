import { contentsOf } from '../../consent/contents.ts';
import { findingsIn } from '../../consent/find.ts';
import { footprintOf } from '../../consent/footprint.ts';
import { printFootprint } from '../../consent/footprint-increase.ts';
import type { Digest } from '../../core/digest.ts';
import type { Contribution } from '../../plugin/plugin.ts';
import type { StoredOperations } from '../../project/operations.ts';

/** Parts of the footprint that give a plugin no rights. */
const harmless: ReadonlySet<string> = new Set(['theme', 'settings']);

/**
 * Returns the facts of the consent, one string each: registrations, places where code runs, and findings of the scan.
 * Amounts of code are omitted, because the values of settings change them.
 */
async function consentFacts(contribution: Contribution): Promise<readonly string[]> {
  const { code, ...footprint } = printFootprint(footprintOf(contribution));
  const lists = Object.entries(footprint).filter(([list]) => !harmless.has(list));
  const findings = await findingsIn(contentsOf(contribution));
  const places = Object.entries(code).filter(([, { lines }]) => lines > 0);
  return [
    ...lists.flatMap(([list, facts]) => (Array.isArray(facts) ? facts.map((fact) => `${list}: ${fact}`) : [])),
    ...places.map(([place]) => `code: ${place}`),
    ...new Set(findings.map(({ kind, what }) => `finding: ${kind} ${what}`)),
  ];
}

/** Returns a function that computes the facts of equal operations once, because the scan reads all code. */
export function keptConsents(): (stored: StoredOperations) => Promise<readonly string[]> {
  const known = new Map<Digest, Promise<readonly string[]>>();
  return ({ digest, contribution }) => {
    const facts = known.get(digest) ?? consentFacts(contribution);
    known.set(digest, facts);
    return facts;
  };
}

/** Facts that two results do not share. */
export interface ConsentDifference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** @returns `undefined` if both results have the same facts */
export function consentDifference(before: readonly string[], after: readonly string[]): ConsentDifference | undefined {
  const added = after.filter((fact) => !before.includes(fact));
  const removed = before.filter((fact) => !after.includes(fact));
  return added.length + removed.length === 0 ? undefined : { added, removed };
}
