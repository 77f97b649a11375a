/** Functions that compare files without their formatting. */

const codeFile = /\.(?:[cm]?[jt]sx?|css|prisma|jsonc?)$/u;

/** Part of a file that is formatting: in code all white space outside strings, in other text only line ends. */
export type TextKind = 'code' | 'text';

export function textKind(path: string): TextKind {
  return codeFile.test(path) ? 'code' : 'text';
}

/**
 * Tokens: strings and comments unchanged, words, and single signs. An unclosed string or comment extends to the end of
 * its line or text, so that matching takes linear time.
 */
const token =
  /"(?:\\.|[^"\\\n])*(?:"|\\?$)|'(?:\\.|[^'\\\n])*(?:'|\\?$)|`(?:\\[^]|[^`\\])*(?:`|\\?(?![^]))|\/\/.*|\/\*[^]*?(?:\*\/|(?![^]))|[\p{L}\p{N}_$]+|\S/gmu;

/** Normalizes source text, so that files that differ only in formatting are equal. */
export function withoutFormatting(text: string, kind: TextKind): string {
  if (kind === 'text') return text.trimEnd();
  const tokens = text.match(token) ?? [];
  return tokens
    .filter((part, index) => part !== ',' || !/^[)\]}]$/u.test(tokens[index + 1] ?? ''))
    .map((part, index, parts) => {
      if (part.startsWith('//')) return part.trimEnd();
      return isString(parts[index - 1], parts[index - 2]) ? inDoubleQuotes(part) : part;
    })
    .join('\n');
}

/** Tokens that can precede a string. After other tokens, such as text between JSX tags, a quote is literal. */
const beforeString = /^(?:from|import|return|case|typeof|in|[=(,:[{?+|&!])$/u;

function isString(before: string | undefined, beforeThat: string | undefined): boolean {
  return before === undefined || beforeString.test(before) || (before === '>' && beforeThat === '=');
}

/** Converts a single-quoted string to double quotes, because formatters choose the quotes. */
function inDoubleQuotes(part: string): string {
  const inner = /^'([^'"\\]*)'$/u.exec(part)?.[1];
  return inner === undefined ? part : `"${inner}"`;
}

/**
 * Returns comparison keys of lines, without formatting. Lines in a multi-line template string or comment are compared
 * exactly.
 */
export function lineKeys(lines: readonly string[], kind: TextKind): readonly string[] {
  const keys = lines.map((line) => withoutFormatting(line, kind));
  if (kind === 'text') return keys;
  let [line, at] = [0, 0];
  const text = lines.join('\n');
  for (const { 0: part, index } of text.matchAll(token)) {
    if (!part.includes('\n')) continue;
    line += text.slice(at, index).split('\n').length - 1;
    const last = line + part.split('\n').length - 1;
    for (let inside = line; inside <= last; inside += 1) keys[inside] = lines[inside] ?? '';
    [line, at] = [last, index + part.length];
  }
  return keys;
}

/**
 * Returns whether a part of a file can be compared separately. It cannot if it may be inside a template string or block
 * comment.
 */
export function standsAlone(text: string): boolean {
  return !text.includes('`') && !/\/\*|\*\//u.test(text);
}
