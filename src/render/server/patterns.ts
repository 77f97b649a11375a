import { quote } from '../code.ts';

/**
 * The argument of a call that checks a text against a field's `pattern`, the whole of it. A literal, unless it would hold
 * an escape inside brackets that a linter calls useless.
 *
 * @returns `bulky` where the formatter takes it for a long argument
 */
export function regexLiteral(pattern: string): { readonly options: readonly string[]; readonly bulky: boolean } {
  const source = wholeOf(pattern);
  if (/\[[^\]]*\\[^\]\\^dDwWsSpPbBnrtvfux]/u.test(source)) {
    return { options: [`new RegExp(${quote(source)}, 'u')`], bulky: false };
  }
  const literal = new RegExp(source, 'u').source;
  return { options: [`/${literal}/u`], bulky: literal.length > 5 };
}

/** Anchored at both ends. */
export function wholeOf(pattern: string): string {
  const inner = pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, '');
  return pattern.includes('|') ? `^(?:${pattern})$` : `^${inner}$`;
}
