import { analyse } from 'scslre';
import type { SchemaFault } from '../core/schema-check.ts';

/** Longer expressions are too hard to review. */
const longestPattern = 500;

/** Returns the expression that matches a whole string. */
export function wholeMatch(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, 'u');
}

/** Checks a field's pattern: a valid expression without exponential backtracking. */
export function patternFault(pattern: string): SchemaFault | undefined {
  const message = patternSyntaxFault(pattern);
  if (message !== undefined) return { code: 'CONFIG_PATTERN_INVALID', message, path: ['pattern'] };
  if (!isExponential(pattern)) return undefined;
  return { code: 'CONFIG_PATTERN_SLOW', message: slowPattern, path: ['pattern'] };
}

/** Problem of a pattern with exponential backtracking. */
export const slowPattern = 'A text of some dozen characters could keep the server busy for hours with this pattern.';

/** Returns the problem if a pattern is empty, too long or not a regular expression with the flag `u`. */
export function patternSyntaxFault(pattern: string): string | undefined {
  if (pattern === '' || pattern.length > longestPattern) return `A pattern has 1 to ${longestPattern} characters.`;
  const reason = syntaxError(pattern);
  return reason === undefined ? undefined : `The pattern is not a regular expression: ${reason}.`;
}

/** Checks the pattern alone first: an unbalanced parenthesis could close the group of the whole match. */
function syntaxError(pattern: string): string | undefined {
  try {
    void new RegExp(pattern, 'u');
    void wholeMatch(pattern);
    return undefined;
  } catch (error) {
    return error instanceof SyntaxError ? error.message.replace(/^.*\/u: /su, '') : String(error);
  }
}

/** A repeated group. Also matches escaped characters, which only costs time. */
const repeatedGroup = /\)[*+{]/u;

/**
 * Returns whether matching takes exponential time: a nested repetition that can split the same text in many ways.
 * Without repeated groups, the slow-loading analysis library is not used. Patterns that the library cannot analyse are
 * accepted. The analysis itself can take exponential time, so patterns of plugins need a time limit.
 */
export function isExponential(pattern: string): boolean {
  if (!repeatedGroup.test(pattern)) return false;
  try {
    return analyse({ source: wholeMatch(pattern).source, flags: 'u' }).reports.some(({ exponential }) => exponential);
  } catch {
    return false;
  }
}
