/** What two pieces of text have in common when formatting doesn't count. */

const codeFile = /\.(?:[cm]?[jt]sx?|css|prisma|jsonc?)$/u;

/** How much of a file's text is formatting: of code all white space outside of strings, of the rest what ends a line. */
export type TextKind = 'code' | 'text';

export function textKind(path: string): TextKind {
  return codeFile.test(path) ? 'code' : 'text';
}

/**
 * Strings and comments as they are, words, signs. What isn't closed goes on to the end (of its line), so that no text
 * takes long to read.
 */
const token =
  /"(?:\\.|[^"\\\n])*(?:"|\\?$)|'(?:\\.|[^'\\\n])*(?:'|\\?$)|`(?:\\[^]|[^`\\])*(?:`|\\?(?![^]))|\/\/.*|\/\*[^]*?(?:\*\/|(?![^]))|[\p{L}\p{N}_$]+|\S/gmu;

/** The same text for everything that differs in formatting only. */
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

/** What a quote has to follow to begin a string: between tags it is text. */
const beforeString = /^(?:from|import|return|case|typeof|in|[=(,:[{?+|&!])$/u;

function isString(before: string | undefined, beforeThat: string | undefined): boolean {
  return before === undefined || beforeString.test(before) || (before === '>' && beforeThat === '=');
}

/** A string between single quotes as one between double quotes: which of them it is, is a formatter's choice. */
function inDoubleQuotes(part: string): string {
  const inner = /^'([^'"\\]*)'$/u.exec(part)?.[1];
  return inner === undefined ? part : `"${inner}"`;
}

/** What lines are compared by when formatting doesn't count. Within a template string or a comment of several it does. */
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

/** Whether a piece can be judged by itself: not if a template string might begin before it or go on behind it. */
export function standsAlone(text: string): boolean {
  return !text.includes('`') && !/\/\*|\*\//u.test(text);
}
