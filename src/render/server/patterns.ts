import { quote } from '../code.ts';

/**
 * Returns the argument of a call that matches a string against a field's `pattern`. A literal, except if it would
 * contain an escape in brackets that linters report as useless.
 *
 * @returns `bulky` if the formatter treats the argument as long
 */
export function regexLiteral(pattern: string): { readonly options: readonly string[]; readonly bulky: boolean } {
  const source = wholeOf(pattern);
  if (/\[[^\]]*\\[^\]\\^dDwWsSpPbBnrtvfux]/u.test(source)) {
    return { options: [`new RegExp(${quote(source)}, 'u')`], bulky: false };
  }
  const literal = new RegExp(source, 'u').source;
  return { options: [`/${literal}/u`], bulky: literal.length > 5 };
}

/** Returns the pattern anchored at both ends. */
export function wholeOf(pattern: string): string {
  const inner = pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, '');
  return pattern.includes('|') ? `^(?:${pattern})$` : `^${inner}$`;
}
