import type { DatabaseKind } from '../../config/config.ts';
import type { TestCase } from './cases.ts';

/** Settings without which the plugin cannot be added, and the databases that it supports. */
export interface Smallest {
  readonly needed: TestCase['settings'];
  readonly databases: readonly DatabaseKind[];
  readonly auths: readonly boolean[];
}

/**
 * Returns the smallest case that still breaks a law. Each step replaces one part of the case by its simplest value, and
 * keeps the result if it breaks the law too.
 *
 * @param breaks whether a case breaks the law
 */
export async function shrink(
  found: TestCase,
  smallest: Smallest,
  breaks: (testCase: TestCase) => Promise<boolean>,
): Promise<TestCase> {
  let least = found;
  let isSmaller = true;
  while (isSmaller) {
    isSmaller = false;
    for (const simpler of simplerCases(least, smallest)) {
      if (!(await breaks(simpler))) continue;
      [least, isSmaller] = [simpler, true];
      break;
    }
  }
  return least;
}

/** Returns the cases that are one step simpler, the largest step first. */
function* simplerCases(one: TestCase, { needed, databases, auths }: Smallest): Generator<TestCase> {
  const [auth = false] = auths;
  const [database = one.database] = databases;
  if (one.neighbour !== 'none') yield { ...one, neighbour: 'none' };
  if (one.auth !== auth) yield { ...one, auth };
  if (one.graph !== 'none') yield { ...one, graph: 'none' };
  if (one.graph !== 'none' && one.graph !== 'one') yield { ...one, graph: 'one' };
  if (one.database !== database) yield { ...one, database };
  const given = Object.keys(one.settings).filter((key) => one.settings[key] !== needed[key]);
  if (given.length > 1) {
    const { isText: _, ...rest } = one;
    yield { ...rest, settings: needed };
  }
  for (const key of given) {
    const { [key]: _, ...others } = one.settings;
    const usual = needed[key];
    // The special text of another setting may remain.
    const { isText, ...rest } = { ...one, settings: { ...others, ...(usual !== undefined && { [key]: usual }) } };
    yield { ...rest, ...(isText === true && given.length > 1 && { isText }) };
  }
}
