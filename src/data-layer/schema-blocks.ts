/** A top-level block of schema text. */
export interface SchemaBlock {
  /** `model`, `enum`, `type`, `view`, `datasource`, `generator`. */
  readonly keyword: string;
  readonly name: string;
}

const tokens =
  /\/\/[^\n]*|\/\*[^]*?\*\/|"(?:\\.|[^"\\\n])*"|[{}]|\b(model|enum|type|view|datasource|generator)\s+(\w+)\s*(?=\{)/g;

/** Returns the blocks of schema text in order. Ignores comments, strings and fields called `type`. */
export function scanBlocks(schema: string): readonly SchemaBlock[] {
  const blocks: SchemaBlock[] = [];
  let depth = 0;
  for (const [token, keyword, name] of schema.matchAll(tokens)) {
    if (token === '{') depth += 1;
    else if (token === '}') depth -= 1;
    else if (depth === 0 && keyword !== undefined && name !== undefined) blocks.push({ keyword, name });
  }
  return blocks;
}
