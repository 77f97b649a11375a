/**
 * Validates theme variables (see the plugin contract): colours, including bare `222.2 84% 4.9%`, lengths, numbers,
 * fonts, `var()` and `calc()`. Other values, such as `url()`, are invalid.
 */

const functions = new Set(
  'rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark var calc min max clamp'.split(' '),
);

/**
 * Tokens in this order: function call (any word directly before the parenthesis) or parenthesis, close, identifier or
 * variable, number with unit, colour, string, separator.
 */
const token =
  /(?<call>[\w.%#-]*[\w%])?(?<open>\()|(?<close>\))|--[A-Za-z0-9_-]+|-?[A-Za-z][A-Za-z0-9-]*|[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:%|[a-z]{1,8})?|#(?:[0-9A-Fa-f]{8}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{3,4})\b|"[A-Za-z0-9 _.-]*"|'[A-Za-z0-9 _.-]*'|[ ,/+*-]/y;

/** Returns whether a string is a theme variable name, with its leading `--`. */
export function isCssName(name: string): boolean {
  return /^--[A-Za-z][A-Za-z0-9_-]{0,99}$/.test(name);
}

/** Returns whether a string is a valid value with at most 200 characters. */
export function isCssValue(value: string): boolean {
  if (value.trim() === '' || value.length > 200) return false;
  // The tokens would allow a comment, and an open comment would hide the rest of the style sheet.
  if (value.includes('/*')) return false;
  let depth = 0;
  token.lastIndex = 0;
  while (token.lastIndex < value.length) {
    const groups = token.exec(value)?.groups;
    if (groups === undefined) return false;
    const { call, open } = groups;
    // A parenthesis without a function is only allowed inside a function.
    if (open !== undefined && (call === undefined ? depth === 0 : !functions.has(call))) return false;
    if (open !== undefined) depth += 1;
    if (groups['close'] !== undefined) depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
