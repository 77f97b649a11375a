import { isPrintable } from '../../errors/printable.ts';

/** A piece of schema text; comments and spaces are left out, ends of lines count. */
export interface Token {
  readonly kind: 'word' | 'number' | 'string' | 'sign' | 'newline';
  /** As written; of a string what is between the quotes. */
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

const lexeme =
  /(?<space>[ \t]+|\/\/(?<comment>[^\n]*))|(?<newline>\n)|"(?<string>(?:\\["\\nrt]|[^"\\\n])*)"|(?<number>-?\d+(?:\.\d+)?)(?![\w.])|(?<word>[A-Za-z]\w*)|(?<sign>@@|[@{}()[\]:,?.=])/uy;

/**
 * The tokens of schema text, or the line where it stops being any. Narrower than Prisma's own reader on purpose: what
 * one could take for a comment and the other for code (a lone carriage return, a block comment) is no token here.
 */
export function tokensOf(schema: string): readonly Token[] | { readonly line: number } {
  const text = schema.replaceAll('\r\n', '\n');
  const tokens: Token[] = [];
  let line = 1;
  lexeme.lastIndex = 0;
  while (lexeme.lastIndex < text.length) {
    const found = lexeme.exec(text)?.groups;
    if (found === undefined || !isSound(found)) return { line };
    const { newline, string, number, word, sign } = found;
    if (newline !== undefined) tokens.push({ kind: 'newline', text: newline, line });
    else if (string !== undefined) tokens.push({ kind: 'string', text: string, line });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number, line });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word, line });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign, line });
    if (newline !== undefined) line += 1;
  }
  return tokens;
}

/** Documentation ends up in comments of generated code, so no comment may end one; nothing may hide what it says. */
function isSound({ comment = '', string = '' }: Readonly<Record<string, string | undefined>>): boolean {
  return !comment.includes('*/') && isPrintable(comment.replaceAll('\t', '')) && isPrintable(string);
}
