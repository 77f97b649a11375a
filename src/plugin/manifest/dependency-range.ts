import { Range, minVersion, validRange } from 'semver';
import { validatedText, type Fault } from './validated-text.ts';

/** Length limit, checked before the range is parsed, because parsing some ranges takes quadratic time. */
const longestRange = 200;

/**
 * Version range in `dependencies`: exact, caret, tilde, x-range or any other range with an upper bound, from the
 * registry (the plugin contract). Other ranges could install unreviewed versions, or packages from outside the
 * registry.
 */
export const dependencyRange = validatedText((given) => {
  if (given.length > longestRange) return refused(`has more than ${longestRange} characters`);
  const shown = JSON.stringify(given);
  if (!/^[0-9A-Za-z.*^~<>=|+ -]+$/u.test(given)) return refused(`${shown} is not a version range of the registry`);
  if (validRange(given) === null) return refused(`${shown} is not a version range`);
  if (!isBoundedAbove(given)) return refused(`${shown} has no upper bound`);
  return minVersion(given) === null ? refused(`no version can satisfy ${shown}`) : undefined;
});

function refused(reason: string): Fault {
  return { code: 'PLUGIN_DEPENDENCY_REFUSED', message: `This dependency was refused: ${reason}.` };
}

/**
 * Returns whether every alternative has an upper bound. An operator of `''` means an exact version, or any version if
 * the value is empty.
 */
function isBoundedAbove(range: string): boolean {
  return new Range(range).set.every((comparators) =>
    comparators.some(({ operator, value }) => value !== '' && ['', '=', '<', '<='].includes(operator)),
  );
}
