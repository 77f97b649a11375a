import { Range, minVersion, validRange } from 'semver';
import { validatedText, type Fault } from './validated-text.ts';

/** Asked before anything reads the range: some grow with the square of their length. */
const longestRange = 200;

/**
 * A version range of `dependencies`: exact, caret, tilde, x-range or any other that is bounded above, from the
 * registry (the plugin contract). Everything else could become other code tomorrow, or come from anywhere.
 */
export const dependencyRange = validatedText((given) => {
  if (given.length > longestRange) return refused(`has more than ${longestRange} characters`);
  const shown = JSON.stringify(given);
  if (!/^[0-9A-Za-z.*^~<>=|+ -]+$/u.test(given)) return refused(`${shown} is no version range of the registry`);
  if (validRange(given) === null) return refused(`${shown} is no version range`);
  if (!isBoundedAbove(given)) return refused(`${shown} takes every later version`);
  return minVersion(given) === null ? refused(`no version can satisfy ${shown}`) : undefined;
});

function refused(reason: string): Fault {
  return { code: 'PLUGIN_DEPENDENCY_REFUSED', message: `This dependency can't be taken: ${reason}.` };
}

/** Every alternative ends somewhere; an operator of `''` means exactly this version, unless the version is any. */
function isBoundedAbove(range: string): boolean {
  return new Range(range).set.every((comparators) =>
    comparators.some(({ operator, value }) => value !== '' && ['', '=', '<', '<='].includes(operator)),
  );
}
