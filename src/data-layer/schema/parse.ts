import type { Token } from './tokens.ts';

/** An argument's value. */
export type Value =
  | { readonly kind: 'string' | 'number' | 'word'; readonly text: string }
  | { readonly kind: 'call'; readonly name: string; readonly arguments: readonly Argument[] }
  | { readonly kind: 'list'; readonly items: readonly Value[] };

export interface Argument {
  readonly name?: string;
  readonly value: Value;
}

/** An attribute such as `@default(now())`, `@@index([email])`, `@db.VarChar(20)`. The name has no signs. */
export interface Attribute {
  readonly name: string;
  readonly arguments: readonly Argument[];
}

export type Mark = '' | '?' | '[]';

/** One line of a block; a field's type without its mark. */
export type Line =
  | {
      readonly kind: 'field';
      readonly name: string;
      readonly type: string;
      readonly mark: Mark;
      readonly attributes: readonly Attribute[];
    }
  | { readonly kind: 'value'; readonly name: string; readonly attributes: readonly Attribute[] }
  | { readonly kind: 'attribute'; readonly attribute: Attribute };

/** Reads tokens from left to right. A failed read returns `undefined`, and the line is refused. */
class Cursor {
  private at = 0;
  private readonly tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.at >= this.tokens.length;
  }

  /** Whether the next token is this sign. */
  sees(sign: string): boolean {
    const token = this.tokens[this.at];
    return token?.kind === 'sign' && token.text === sign;
  }

  takes(sign: string): boolean {
    const is = this.sees(sign);
    if (is) this.at += 1;
    return is;
  }

  take(kind: Token['kind']): string | undefined {
    const token = this.tokens[this.at];
    if (token?.kind !== kind) return undefined;
    this.at += 1;
    return token.text;
  }
}

/** A line of a model or type: a field or a block attribute. A type in parentheses (`Unsupported("…")`) keeps its name. */
export function parseFieldLine(tokens: readonly Token[]): Line | undefined {
  const cursor = new Cursor(tokens);
  if (cursor.sees('@@')) return blockAttribute(cursor);
  const name = cursor.take('word');
  const type = cursor.take('word');
  if (name === undefined || type === undefined) return undefined;
  if (cursor.sees('(')) return { kind: 'field', name, type: `${type}()`, mark: '', attributes: [] };
  const isList = cursor.takes('[');
  if (isList && !cursor.takes(']')) return undefined;
  const isOptional = cursor.takes('?');
  const attributes = parseAttributes(cursor);
  const single = isOptional ? '?' : '';
  return attributes && { kind: 'field', name, type, mark: isList ? '[]' : single, attributes };
}

/** A line of an enum: a value or a block attribute. */
export function parseEnumLine(tokens: readonly Token[]): Line | undefined {
  const cursor = new Cursor(tokens);
  if (cursor.sees('@@')) return blockAttribute(cursor);
  const name = cursor.take('word');
  const attributes = parseAttributes(cursor);
  return name === undefined || attributes === undefined ? undefined : { kind: 'value', name, attributes };
}

function blockAttribute(cursor: Cursor): Line | undefined {
  cursor.takes('@@');
  const attribute = parseAttribute(cursor);
  return attribute === undefined || !cursor.isAtEnd ? undefined : { kind: 'attribute', attribute };
}

function parseAttributes(cursor: Cursor): readonly Attribute[] | undefined {
  const attributes: Attribute[] = [];
  while (!cursor.isAtEnd) {
    const attribute = cursor.takes('@') ? parseAttribute(cursor) : undefined;
    if (attribute === undefined) return undefined;
    attributes.push(attribute);
  }
  return attributes;
}

function parseAttribute(cursor: Cursor): Attribute | undefined {
  let name = cursor.take('word');
  while (name !== undefined && cursor.takes('.')) {
    const next = cursor.take('word');
    name = next === undefined ? undefined : `${name}.${next}`;
  }
  const given = cursor.takes('(') ? parseArguments(cursor, 0) : [];
  return name === undefined || given === undefined ? undefined : { name, arguments: given };
}

/** The maximum nesting depth. Limits the recursion for lines with thousands of brackets. */
const deepest = 4;

function parseArguments(cursor: Cursor, depth: number): readonly Argument[] | undefined {
  const given: Argument[] = [];
  while (!cursor.takes(')')) {
    if (given.length > 0 && !cursor.takes(',')) return undefined;
    const value = parseValue(cursor, depth + 1);
    const named = value?.kind === 'word' && cursor.takes(':') ? parseValue(cursor, depth + 1) : undefined;
    if (value === undefined) return undefined;
    given.push(named === undefined || value.kind !== 'word' ? { value } : { name: value.text, value: named });
  }
  return given;
}

function parseValue(cursor: Cursor, depth: number): Value | undefined {
  if (depth > deepest) return undefined;
  if (cursor.takes('[')) return parseList(cursor, depth);
  for (const kind of ['string', 'number'] as const) {
    const text = cursor.take(kind);
    if (text !== undefined) return { kind, text };
  }
  const text = cursor.take('word');
  if (text === undefined) return undefined;
  if (!cursor.takes('(')) return { kind: 'word', text };
  const given = parseArguments(cursor, depth);
  return given && { kind: 'call', name: text, arguments: given };
}

function parseList(cursor: Cursor, depth: number): Value | undefined {
  const items: Value[] = [];
  while (!cursor.takes(']')) {
    if (items.length > 0 && !cursor.takes(',')) return undefined;
    const item = parseValue(cursor, depth + 1);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return { kind: 'list', items };
}
