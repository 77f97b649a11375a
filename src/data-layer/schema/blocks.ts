import type { Token } from './tokens.ts';

/** A top-level block with the tokens of its lines; line ends inside parentheses and brackets join. */
export interface Block {
  readonly keyword: string;
  readonly name: string;
  readonly line: number;
  /** The offsets from the keyword to after the closing brace, with line ends as LF. */
  readonly start: number;
  readonly end: number;
  /** The start of the body, after the opening brace. */
  readonly bodyStart: number;
  readonly lines: readonly (readonly Token[])[];
}

/**
 * Returns the blocks of schema text in order, or the line of the first invalid content. Each brace must end its line,
 * because Prisma silently ignores text after an opening brace.
 */
export function blocksOf(tokens: readonly Token[]): readonly Block[] | { readonly line: number } {
  const blocks: Block[] = [];
  let at = 0;
  for (;;) {
    while (tokens[at]?.kind === 'newline') at += 1;
    const [keyword, name, open] = tokens.slice(at, at + 3);
    if (keyword === undefined) return blocks;
    const end = nextBrace(tokens, at + 3);
    const close = tokens[end];
    const isBlock = keyword.kind === 'word' && name?.kind === 'word' && open !== undefined && isSign(open, '{');
    if (!isBlock || close === undefined || close.text !== '}') return { line: keyword.line };
    const inLine = [tokens[at + 3], tokens[end - 1]].find((token) => token?.kind !== 'newline');
    if (inLine !== undefined) return { line: inLine.line };
    const lines = linesOf(tokens.slice(at + 3, end));
    const { text, line, start } = keyword;
    blocks.push({ keyword: text, name: name.text, line, start, end: close.end, bodyStart: open.end, lines });
    at = end + 1;
  }
}

function nextBrace(tokens: readonly Token[], from: number): number {
  let at = from;
  while (at < tokens.length && !isSign(tokens[at], '{}')) at += 1;
  return at;
}

function linesOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const lines: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (isSign(token, '([')) depth += 1;
    if (isSign(token, ')]')) depth -= 1;
    if (token.kind !== 'newline') lines.at(-1)?.push(token);
    else if (depth <= 0) lines.push([]);
  }
  return lines.filter((line) => line.length > 0);
}

function isSign(token: Token | undefined, signs: string): boolean {
  return token?.kind === 'sign' && signs.includes(token.text);
}
