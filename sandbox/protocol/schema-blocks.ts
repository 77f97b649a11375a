/** A top-level block of Prisma schema text. */
export interface SchemaBlock {
  /** `model`, `enum`, `type`, `view`, `datasource` or `generator`. */
  readonly keyword: string;
  /** Empty if the text has no name, which Prisma refuses. */
  readonly name: string;
  /** Offset of the keyword. */
  readonly start: number;
  /** Offset after the closing brace. Without this brace, the length of the schema. */
  readonly end: number;
}

const keywords = new Set(['model', 'enum', 'type', 'view', 'datasource', 'generator']);

/** Matches comments and strings as well, so that their braces and words are skipped. */
const lexeme = /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"?|[{}]|[A-Za-z_][\w-]*/g;

/**
 * Returns the top-level blocks of schema text in order. Accepts text that Prisma refuses. Ignores comments, strings and
 * fields called `type`.
 */
export function schemaBlocks(schema: string): readonly SchemaBlock[] {
  const blocks: SchemaBlock[] = [];
  let depth = 0;
  let words: { readonly text: string; readonly start: number }[] = [];
  let block: Omit<SchemaBlock, 'end'> | undefined;
  for (const { 0: text, index: start } of schema.matchAll(lexeme)) {
    if (text === '{') {
      depth += 1;
      const [keyword, name] = words.slice(-2);
      if (depth === 1 && keyword !== undefined && keywords.has(keyword.text)) {
        block = { keyword: keyword.text, name: name?.text ?? '', start: keyword.start };
      }
    } else if (text === '}') {
      depth = Math.max(0, depth - 1);
      words = [];
      if (depth === 0 && block !== undefined) {
        blocks.push({ ...block, end: start + 1 });
        block = undefined;
      }
    } else if (depth === 0 && /^\w/.test(text)) {
      words.push({ text, start });
    }
  }
  if (block !== undefined) blocks.push({ ...block, end: schema.length });
  return blocks;
}
