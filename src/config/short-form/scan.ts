import { tryParseJson } from '../../core/json.ts';

/** One part of a token: `title`, `String!`, `required` or `max=80`. Parts are separated by colons. */
export interface Part {
  /** The part before `=`, with escapes resolved. */
  readonly key: string;
  readonly value?: Value;
  /** Offset of the part in the source. */
  readonly at: number;
  /** Offset after the last character. */
  readonly end: number;
}

/** The value after `=`. */
export interface Value {
  /** `quoted` is a JSON string, `json` an object or array, `pattern` an expression between slashes. */
  readonly kind: 'plain' | 'quoted' | 'json' | 'pattern';
  /** Without quotes and slashes, with escapes resolved; of `json` the JSON text. */
  readonly text: string;
}

/** A token: a name and its parts, such as `title:String!:max=80`. */
export interface Token {
  readonly parts: readonly Part[];
  readonly at: number;
  readonly end: number;
  /** A quoted value without its closing quote starts here. */
  readonly unclosed?: number;
}

export interface ScanOptions {
  /** Whether white space ends a token, as between the tokens of a line. In an argument it is an ordinary character. */
  readonly spaceEnds: boolean;
}

/** Splits a line into its tokens. White space inside quotes, slashes, brackets and after `\` does not end a token. */
export function scanLine(line: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = skipSpace(line, 0);
  while (at < line.length) {
    const token = scanToken(line, { at, spaceEnds: true });
    tokens.push(token);
    at = skipSpace(line, token.end);
  }
  return tokens;
}

/** Reads one token. */
export function scanToken(source: string, { at, spaceEnds }: ScanOptions & { readonly at: number }): Token {
  const parts: Part[] = [];
  let position = at;
  for (;;) {
    const part = scanPart(source, { at: position, spaceEnds });
    parts.push(part);
    if (part.unclosed !== undefined) return { parts, at, end: part.end, unclosed: part.unclosed };
    if (source[part.end] !== ':') return { parts, at, end: part.end };
    position = part.end + 1;
  }
}

type From = ScanOptions & { readonly at: number };
type ScannedPart = Part & { readonly unclosed?: number };

function scanPart(source: string, { at, spaceEnds }: From): ScannedPart {
  const key = scanPlain(source, { at, spaceEnds, stop: '=' });
  if (source[key.end] !== '=') return { key: key.text, at, end: key.end };
  const start = key.end + 1;
  const value = scanValue(source, { at: start, spaceEnds, key: key.text });
  if (value === undefined) return { key: key.text, at, end: source.length, unclosed: start };
  return { key: key.text, value: { kind: value.kind, text: value.text }, at, end: value.end };
}

interface Scanned extends Value {
  readonly end: number;
}

/** @returns `undefined` if a quote is not closed */
function scanValue(source: string, from: From & { readonly key: string }): Scanned | undefined {
  const { at, key } = from;
  if (source[at] === '"') return scanQuoted(source, at);
  const bracketed = source[at] === '{' || source[at] === '[' ? scanJson(source, from) : undefined;
  if (bracketed !== undefined) return bracketed;
  if (key !== 'pattern') return { kind: 'plain', ...scanPlain(source, from) };
  return (source[at] === '/' ? scanSlashed(source, from) : undefined) ?? scanPlainPattern(source, from);
}

function scanQuoted(source: string, at: number): Scanned | undefined {
  const [quoted] = /^"(?:[^"\\]|\\.)*"/su.exec(source.slice(at)) ?? [];
  if (quoted === undefined) return undefined;
  const parsed = tryParseJson(quoted);
  const text = typeof parsed === 'string' ? parsed : quoted.slice(1, -1);
  return { kind: 'quoted', text, end: at + quoted.length };
}

/** Reads an object or array, the last bracket included. Returns `undefined` for other text. */
function scanJson(source: string, { at, spaceEnds }: From): Scanned | undefined {
  let depth = 0;
  for (const { 0: token, index } of source.slice(at).matchAll(/"(?:[^"\\]|\\.)*"|[{[\]}]/gsu)) {
    if (token === '{' || token === '[') depth++;
    if (token === '}' || token === ']') depth--;
    if (depth > 0) continue;
    const end = at + index + token.length;
    const text = source.slice(at, end);
    return isEnd(source, { at: end, spaceEnds }) && tryParseJson(text) !== undefined
      ? { kind: 'json', text, end }
      : undefined;
  }
  return undefined;
}

/** From `/` to the next `/` that ends the part; every other character belongs to the expression. */
function scanSlashed(source: string, { at, spaceEnds }: From): Scanned | undefined {
  for (let end = at + 1; end < source.length; end++) {
    if (source[end] === '\\') end++;
    else if (source[end] === '/' && isEnd(source, { at: end + 1, spaceEnds })) {
      return { kind: 'pattern', text: source.slice(at + 1, end), end: end + 1 };
    }
  }
  return undefined;
}

/** A backslash belongs to the expression, except before a colon or a space, where no expression has one. */
function scanPlainPattern(source: string, { at, spaceEnds }: From): Scanned {
  let text = '';
  let end = at;
  while (!isEnd(source, { at: end, spaceEnds })) {
    const escaped = source[end] === '\\' ? source.slice(end, end + 2) : undefined;
    text += escaped === undefined ? source[end] : escaped.replace(/^\\(?=[:\s])/u, '');
    end += escaped?.length ?? 1;
  }
  return { kind: 'plain', text, end };
}

/** Up to the end of the part, or to `stop`. A backslash makes the next character an ordinary one. */
function scanPlain(
  source: string,
  { at, spaceEnds, stop }: From & { readonly stop?: string },
): { readonly text: string; readonly end: number } {
  let text = '';
  let end = at;
  while (!isEnd(source, { at: end, spaceEnds }) && source[end] !== stop) {
    if (source[end] === '\\' && end + 1 < source.length) end++;
    text += source[end];
    end++;
  }
  return { text, end };
}

function isEnd(source: string, { at, spaceEnds }: From): boolean {
  const character = source[at];
  return character === undefined || character === ':' || (spaceEnds && /\s/u.test(character));
}

function skipSpace(line: string, at: number): number {
  return at + (/^\s*/u.exec(line.slice(at))?.[0].length ?? 0);
}
