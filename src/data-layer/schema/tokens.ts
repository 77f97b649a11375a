import { isPrintable } from '../../errors/printable.ts';

/** A piece of schema text; comments and spaces are left out, ends of lines count. */
export interface Token {
  readonly kind: 'word' | 'number' | 'string' | 'sign' | 'newline';
  /** As written; of a string what is between the quotes. */
  readonly text: string;
  /** From 1. */
  readonly line: number;
  /** Where it begins and ends, in UTF-16 units of the text with its line ends as LF. */
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
 * The tokens of schema text, or the line where it stops being any. Narrower than Prisma's own reader on purpose: what
 * one could take for a comment and the other for code (a lone carriage return, a block comment) is no token here.
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

/** Documentation ends up in comments of generated code, so no comment may end one; nothing may hide what it says. */
function isSound({ comment = '', string = '' }: Readonly<Record<string, string | undefined>>): boolean {
  return !comment.includes('*/') && isPrintable(comment.replaceAll('\t', '')) && isPrintable(string);
}
