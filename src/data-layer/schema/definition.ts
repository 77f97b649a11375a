import type { Argument, Attribute, Mark, Value } from './parse.ts';

/** A field of a model or type, or a value of an enum (which has neither type nor mark). */
export interface Member {
  readonly name: string;
  /** The type without its mark; empty for an enum value. */
  readonly type: string;
  readonly mark: Mark;
  readonly attributes: readonly Attribute[];
}

/** A `model`, `enum` or `type` as defined by its owner. */
export interface Definition {
  readonly keyword: string;
  readonly name: string;
  /** `entity Post`, `plugin audit`. */
  readonly owner: string;
  readonly members: readonly Member[];
  readonly attributes: readonly Attribute[];
}

export const word = (text: string): Value => ({ kind: 'word', text });
/** A string value. Prisma uses the escapes of JSON. */
export const string = (text: string): Value => ({ kind: 'string', text: JSON.stringify(text).slice(1, -1) });
export const number = (text: string): Value => ({ kind: 'number', text });
export const call = (name: string): Value => ({ kind: 'call', name, arguments: [] });
export const words = (names: readonly string[]): Value => ({ kind: 'list', items: names.map(word) });

/** Creates an attribute with positional values, then named values. Undefined values are omitted. */
export function attribute(
  name: string,
  positional: readonly (Value | undefined)[] = [],
  named: Readonly<Record<string, Value | undefined>> = {},
): Attribute {
  const given = [
    ...positional.map((value) => ({ value })),
    ...Object.entries(named).map(([key, value]) => ({ name: key, value })),
  ];
  return {
    name,
    arguments: given.flatMap(({ value, ...rest }): Argument[] => (value === undefined ? [] : [{ ...rest, value }])),
  };
}

/** The name of an attribute's first argument if the name is omitted. */
const firstNames: Readonly<Record<string, string>> = {
  relation: 'name',
  map: 'name',
  default: 'value',
  id: 'fields',
  unique: 'fields',
  index: 'fields',
};

/** Returns an argument by name, whether the name is written or omitted. */
export function argumentOf(attribute: Attribute, name: string): Value | undefined {
  return attribute.arguments.find((given) => (given.name ?? firstNames[attribute.name]) === name)?.value;
}

/** Returns the canonical text of an attribute: all arguments named, in alphabetical order. */
export function canonicalAttribute(attribute: Attribute): string {
  const given = attribute.arguments.map(({ name, value }) => {
    return `${name ?? firstNames[attribute.name] ?? ''}:${printValue(value)}`;
  });
  return `${attribute.name}(${given.toSorted().join(',')})`;
}

/** Returns the canonical text of a member: equal for equivalent members, independent of the attribute order. */
export function canonicalMember({ type, mark, attributes }: Member): string {
  return [`${type}${mark}`, ...attributes.map(canonicalAttribute).toSorted()].join(' ');
}

/** Prints an attribute: `@default(now())`. Block attributes use the `sign` `@@`. */
export function printAttribute(attribute: Attribute, sign: '@' | '@@' = '@'): string {
  const given = attribute.arguments.map(printArgument).join(', ');
  return `${sign}${attribute.name}${given === '' ? '' : `(${given})`}`;
}

const attributeOrder = ['id', 'unique', 'default', 'updatedAt', 'map', 'relation'];

/** Prints a member's attributes in the order of `prisma format`. */
export function printAttributes({ attributes }: Pick<Member, 'attributes'>): string {
  return ordered(attributes, attributeOrder)
    .map((one) => printAttribute(one))
    .join(' ');
}

const blockOrder = ['id', 'unique', 'index', 'map'];

/** Prints a block's attributes, one per line, in the order of `prisma format`. */
export function printBlockAttributes(attributes: readonly Attribute[]): readonly string[] {
  return ordered(attributes, blockOrder).map((one) => printAttribute(one, '@@'));
}

/** Prints a type such as `String?`; empty for an enum value. */
export function printType({ type, mark }: Pick<Member, 'type' | 'mark'>): string {
  return `${type}${mark}`;
}

function ordered(attributes: readonly Attribute[], order: readonly string[]): readonly Attribute[] {
  const rank = ({ name }: Attribute) => (order.includes(name) ? order.indexOf(name) : order.length);
  return attributes.toSorted((one, other) => rank(one) - rank(other));
}

function printArgument({ name, value }: Argument): string {
  return name === undefined ? printValue(value) : `${name}: ${printValue(value)}`;
}

function printValue(value: Value): string {
  switch (value.kind) {
    case 'string':
      return `"${value.text}"`;
    case 'list':
      return `[${value.items.map(printValue).join(', ')}]`;
    case 'call':
      return `${value.name}(${value.arguments.map(printArgument).join(', ')})`;
    case 'number':
    case 'word':
      return value.text;
    default:
      throw new Error(`a value that is ${String(value satisfies never)}`);
  }
}
