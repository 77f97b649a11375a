import * as fc from 'fast-check';
import { analyse } from 'scslre';
import { expect, test } from 'vitest';
import { patternFault } from '../../../src/config/pattern.ts';

const piece = fc
  .tuple(
    fc.constantFrom('a', 'b', '[ab]', '\\w', '.', '[^a]', '(a)', '\\1', '(?:ab|a)', '(?=a)', '|'),
    fc.constantFrom('', '*', '+', '{2,}', '?', '*?'),
  )
  .map(([atom, count]) => (/[)|]$/u.test(atom) ? atom : atom + count));

const parts = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(''));

/** Expressions with groups, alternatives and repetitions, but without repeated groups. */
const patterns = fc
  .tuple(parts, parts, parts)
  .map(([before, inside, behind]) => `${before}(?:${inside})?${behind}`)
  .filter((pattern) => patternFault(pattern)?.code !== 'CONFIG_PATTERN_INVALID');

function isExponential(pattern: string): boolean {
  return analyse({ source: `^(?:${pattern})$`, flags: 'u' }).reports.some(({ exponential }) => exponential);
}

test('a pattern without repeated groups is not exponential, so the analysis can be skipped', () => {
  expect(isExponential('(?:a+)+')).toBe(true);
  fc.assert(fc.property(patterns, (pattern) => !isExponential(pattern)));
});
