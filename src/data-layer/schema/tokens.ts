import { isPrintable } from '../../errors/printable.ts';

/** A token of schema text. Comments and spaces are omitted, line ends are tokens. */
export interface Token {
  readonly kind: 'word' | 'number' | 'string' | 'sign' | 'newline';
  /** The source text; for a string, the content of the quotes. */
  readonly text: string;
  /** The line number, from 1. */
  readonly line: number;
  /** The start and end in UTF-16 units, with line ends as LF. */
  readonly start: number;
  readonly end: number;
}

const lexeme =
  /(?<space>[ \t]+|\/\/(?<comment>[^\n]*))|(?<newline>\n)|"(?<string>(?:\\["\\nrt]|[^"\\\n])*)"|(?<number>-?\d+(?:\.\d+)?)(?![\w.])|(?<word>[A-Za-z]\w*)|(?<sign>@@|[@{}()[\]:,?.=])/uy;

const kinds = ['newline', 'string', 'number', 'word', 'sign'] as const;

/** The text with LF at the end of each line. */
export function withPlainLineEnds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/**
 * Returns the tokens of schema text, or the line of the first invalid character. Stricter than Prisma's parser on
 * purpose: constructs that parsers read differently (a lone carriage return, a block comment) are not tokens.
 */
export function tokensOf(schema: string): readonly Token[] | { readonly line: number } {
  const text = withPlainLineEnds(schema);
  const tokens: Token[] = [];
  let line = 1;
  let start = 0;
  while (start < text.length) {
    lexeme.lastIndex = start;
    const found = lexeme.exec(text)?.groups;
    if (found === undefined || !isSound(found)) return { line };
    const end = lexeme.lastIndex;
    for (const kind of kinds) {
      const read = found[kind];
      if (read !== undefined) tokens.push({ kind, text: read, line, start, end });
    }
    if (found['newline'] !== undefined) line += 1;
    start = end;
  }
  return tokens;
}

/**
 * Returns whether comments and strings are safe. Documentation is copied to comments of generated code: a comment must
 * not contain a comment end, and invisible characters are refused.
 */
function isSound({ comment = '', string = '' }: Readonly<Record<string, string | undefined>>): boolean {
  return !comment.includes('*/') && isPrintable(comment.replaceAll('\t', '')) && isPrintable(string);
}
