/** A part of a statement. Comments and white space are not tokens. */
export interface Token {
  /** `name` is a quoted identifier, `word` an unquoted identifier, keyword or number. */
  readonly kind: 'name' | 'word' | 'string' | 'symbol';
  /** A name without quotes, a word in lower case, otherwise the source text. */
  readonly value: string;
  /** Source offsets. */
  readonly start: number;
  readonly end: number;
}

export interface Statement {
  readonly tokens: readonly Token[];
  /** The line comments before the statement, without `--`. */
  readonly comments: readonly string[];
  /** The source offset after the semicolon. */
  readonly end: number;
}

const pattern = new RegExp(
  [
    String.raw`(?<space>\s+)`,
    String.raw`--(?<line>[^\n]*)`,
    String.raw`(?<block>/\*[^]*?(?:\*/|$))`,
    String.raw`"(?<name>(?:[^"]|"")*)"`,
    String.raw`(?<string>[eE]'(?:[^'\\]|''|\\[^])*'|'(?:[^']|'')*'|(?<dollar>\$(?:[A-Za-z_]\w*)?\$)[^]*?\k<dollar>)`,
    String.raw`(?<word>[\w\u0080-\uffff][\w$.\u0080-\uffff]*)`,
    String.raw`(?<symbol>::|[^])`,
  ].join('|'),
  'gu',
);

/** Splits a script into its statements. An unclosed string or comment ends with the script. */
export function sqlStatements(script: string): readonly Statement[] {
  const statements: Statement[] = [];
  let tokens: Token[] = [];
  let comments: string[] = [];
  let depth = 0;
  const finish = (end: number): void => {
    if (tokens.length > 0) statements.push({ tokens, comments, end });
    tokens = [];
    comments = [];
  };
  for (const { groups = {}, index, 0: text } of script.matchAll(pattern)) {
    if (groups['line'] !== undefined && tokens.length === 0) comments.push(groups['line'].trim());
    if (groups['space'] !== undefined || groups['line'] !== undefined || groups['block'] !== undefined) continue;
    if (text === ';' && depth === 0) {
      finish(index + 1);
      continue;
    }
    const token = tokenOf(groups, text);
    if (token.value === 'begin' && isBody(tokens)) depth += 1;
    if (token.value === 'end' && depth > 0) depth -= 1;
    tokens.push({ ...token, start: index, end: index + text.length });
  }
  finish(script.length);
  return statements;
}

/** Returns whether `BEGIN` starts the body of a trigger or function, which contains semicolons. */
function isBody(tokens: readonly Token[]): boolean {
  return tokens.length > 0 && tokens[0]?.value === 'create';
}

function tokenOf(groups: Readonly<Record<string, string | undefined>>, text: string): Pick<Token, 'kind' | 'value'> {
  const { name, string, word } = groups;
  if (name !== undefined) return { kind: 'name', value: name.replaceAll('""', '"') };
  if (string !== undefined) return { kind: 'string', value: text };
  if (word !== undefined) return { kind: 'word', value: word.toLowerCase() };
  return { kind: 'symbol', value: text };
}

/** Splits tokens at the commas outside parentheses and brackets. */
export function listItems(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const items: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (isSymbol(token, '([')) depth += 1;
    if (isSymbol(token, ')]')) depth -= 1;
    if (depth === 0 && isSymbol(token, ',')) items.push([]);
    else items.at(-1)?.push(token);
  }
  return items;
}

/** Returns the tokens between the first opening parenthesis and its closing parenthesis. */
export function inParentheses(tokens: readonly Token[]): readonly Token[] {
  const from = tokens.findIndex((token) => isSymbol(token, '('));
  if (from === -1) return [];
  let depth = 0;
  const length = tokens.slice(from).findIndex((token) => {
    if (isSymbol(token, '(')) depth += 1;
    if (isSymbol(token, ')')) depth -= 1;
    return depth === 0;
  });
  return tokens.slice(from + 1, length === -1 ? undefined : from + length);
}

function isSymbol({ kind, value }: Token, symbols: string): boolean {
  return kind === 'symbol' && symbols.includes(value);
}

/** Words between the kind of the object and its name. */
const fillers = new Set(['if', 'not', 'exists', 'concurrently', 'only', 'column', 'constraint']);

/** Returns the tokens from the first word that can be a name. */
export function withoutFillers(tokens: readonly Token[]): readonly Token[] {
  const start = tokens.findIndex(({ kind, value }) => kind !== 'word' || !fillers.has(value));
  return start === -1 ? [] : tokens.slice(start);
}

/** Reads a name, which can have a schema. Unquoted names are in lower case. */
export function nameAt(tokens: readonly Token[]): { readonly name: string; readonly after: readonly Token[] } {
  let end = 1;
  while (tokens[end]?.value === '.') end += 2;
  const last = tokens[end - 1];
  const name = last?.kind === 'word' ? last.value.slice(last.value.lastIndexOf('.') + 1) : (last?.value ?? '');
  return { name, after: tokens.slice(end) };
}
