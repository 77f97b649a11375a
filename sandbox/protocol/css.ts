/**
 * The values a theme variable can hold (the plugin contract): colours, also bare `222.2 84% 4.9%`, lengths, numbers,
 * fonts, `var()` and `calc()`. A value is read as tokens; whatever isn't one of these, `url()` among them, fails.
 */

const functions = new Set(
  'rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark var calc min max clamp'.split(' '),
);

/**
 * In this order: function call (any word directly before the parenthesis) or parenthesis, close, identifier or variable,
 * number with unit, colour, string, separator.
 */
const token =
  /(?<call>[\w.%#-]*[\w%])?(?<open>\()|(?<close>\))|--[A-Za-z0-9_-]+|-?[A-Za-z][A-Za-z0-9-]*|[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:%|[a-z]{1,8})?|#(?:[0-9A-Fa-f]{8}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{3,4})\b|"[A-Za-z0-9 _.-]*"|'[A-Za-z0-9 _.-]*'|[ ,/+*-]/y;

/** Whether a text is the name of a theme variable, with its leading `--`. */
export function isCssName(name: string): boolean {
  return /^--[A-Za-z][A-Za-z0-9_-]{0,99}$/.test(name);
}

/** Whether a text is a value of the grammar above, at most 200 characters. */
export function isCssValue(value: string): boolean {
  if (value.trim() === '' || value.length > 200) return false;
  // A comment is made of two separators, and an open one would swallow the rest of the sheet.
  if (value.includes('/*')) return false;
  let depth = 0;
  token.lastIndex = 0;
  while (token.lastIndex < value.length) {
    const groups = token.exec(value)?.groups;
    if (groups === undefined) return false;
    const { call, open } = groups;
    // A parenthesis alone groups inside a function, and only there.
    if (open !== undefined && (call === undefined ? depth === 0 : !functions.has(call))) return false;
    if (open !== undefined) depth += 1;
    if (groups['close'] !== undefined) depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
