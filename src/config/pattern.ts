import { analyse } from 'scslre';
import type { SchemaFault } from '../core/schema-check.ts';

/** A longer expression says nothing that a reader could check. */
const longestPattern = 500;

/** The expression a whole text is held against. */
export function wholeMatch(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, 'u');
}

/** What is wrong with a field's pattern: it is no expression, or one that a client could keep the server busy with. */
export function patternFault(pattern: string): SchemaFault | undefined {
  const path = ['pattern'];
  if (pattern === '' || pattern.length > longestPattern) {
    const message = `A pattern has 1 to ${longestPattern} characters.`;
    return { code: 'CONFIG_PATTERN_INVALID', message, path };
  }
  const reason = syntaxFault(pattern);
  if (reason !== undefined) {
    return { code: 'CONFIG_PATTERN_INVALID', message: `The pattern is no regular expression: ${reason}.`, path };
  }
  if (!isExponential(pattern)) return undefined;
  const message = 'A text of some dozen characters could keep the server busy for hours with this pattern.';
  return { code: 'CONFIG_PATTERN_SLOW', message, path };
}

/** By itself first: what closes a group of the whole match's own is no expression. */
function syntaxFault(pattern: string): string | undefined {
  try {
    void new RegExp(pattern, 'u');
    void wholeMatch(pattern);
    return undefined;
  } catch (error) {
    return error instanceof SyntaxError ? error.message.replace(/^.*\/u: /su, '') : String(error);
  }
}

/** The end of a group that is repeated; also found where it is a character, which only costs time. */
const repeatedGroup = /\)[*+{]/u;

/**
 * Whether trying the expression takes exponential time: a repetition inside a repetition that can divide the same text
 * in many ways. Where no group is repeated there is none, and the library, whose tables take long to load, isn't asked.
 * What the analysis can't read is not judged.
 */
function isExponential(pattern: string): boolean {
  if (!repeatedGroup.test(pattern)) return false;
  try {
    return analyse({ source: wholeMatch(pattern).source, flags: 'u' }).reports.some(({ exponential }) => exponential);
  } catch {
    return false;
  }
}
