/** Attributes that plugin models can have, and their allowed arguments. All others are refused. */
import type { DatabaseKind } from '../config/config.ts';
import type { Argument, Attribute, Value } from '../data-layer/schema/parse.ts';

/** Returns whether an argument value is allowed. */
type Rule = (value: Value) => boolean;

/** Allowed arguments of an attribute. The name of `positional` can be omitted. */
interface Signature {
  readonly positional?: { readonly name: string; readonly rule: Rule };
  readonly named?: Readonly<Record<string, Rule>>;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/**
 * Name of a table, column or constraint that needs no quoting and is not a reserved name of the database or a table of
 * Prisma.
 */
const plainName: Rule = (value) =>
  value.kind === 'string' && /^(?!pg_|sqlite_)[A-Za-z][A-Za-z0-9_]{0,62}$/iu.test(value.text);
/** Name of a column. Every MongoDB collection also needs `_id`. */
const columnName: Rule = (value) => plainName(value) || (value.kind === 'string' && value.text === '_id');
const word: Rule = (value) => value.kind === 'word';
const oneOf = (text: string): Rule => {
  const known = words(text);
  return (value) => value.kind === 'word' && known.has(value.text);
};
const listOf =
  (rule: Rule): Rule =>
  (value) =>
    value.kind === 'list' && value.items.every(rule);
const sorted: Rule = (value) =>
  word(value) || (value.kind === 'call' && takes(value.arguments, { named: { sort: direction } }));
const direction = oneOf('Asc Desc');
const action = oneOf('Cascade Restrict NoAction SetNull SetDefault');
const indexKind = oneOf('BTree Hash Gist Gin SpGist Brin');

const literal: Rule = (value) => value.kind !== 'call' && (value.kind !== 'list' || value.items.every(literal));

/** Default functions of Prisma or the database. Each takes at most one number. */
const generated = words('autoincrement cuid uuid ulid nanoid now');

function defaultRule(database: DatabaseKind): Rule {
  return (value) => {
    if (value.kind !== 'call') return literal(value);
    const isKnown = generated.has(value.name) || (value.name === 'auto' && database === 'document');
    const [first, ...others] = value.arguments;
    return isKnown && others.length === 0 && (first === undefined || isNumber(first));
  };
}

const keyNames = { map: plainName, name: plainName, sort: direction };

function fieldSignaturesOf(database: DatabaseKind): Readonly<Record<string, Signature>> {
  return {
    id: { named: keyNames },
    unique: { named: keyNames },
    updatedAt: {},
    map: { positional: { name: 'name', rule: columnName } },
    default: { positional: { name: 'value', rule: defaultRule(database) } },
    relation: {
      positional: { name: 'name', rule: plainName },
      named: { fields: listOf(word), references: listOf(word), onDelete: action, onUpdate: action, map: plainName },
    },
  };
}

const fieldSignatures = {
  file: fieldSignaturesOf('file'),
  relational: fieldSignaturesOf('relational'),
  document: fieldSignaturesOf('document'),
} as const satisfies Record<DatabaseKind, unknown>;

const keyed: Signature = {
  positional: { name: 'fields', rule: listOf(sorted) },
  named: { map: plainName, name: plainName, type: indexKind },
};

const blockSignatures: Readonly<Record<string, Signature>> = {
  id: keyed,
  unique: keyed,
  index: keyed,
  map: { positional: { name: 'name', rule: plainName } },
};

/** Native types by database kind, with the maximum number of numeric arguments. SQLite has none. */
const nativeTypes: Readonly<Record<DatabaseKind, Readonly<Record<string, number>>>> = {
  file: {},
  relational: {
    Text: 0,
    VarChar: 1,
    Char: 1,
    Uuid: 0,
    SmallInt: 0,
    Integer: 0,
    BigInt: 0,
    Real: 0,
    DoublePrecision: 0,
    Decimal: 2,
    Money: 0,
    Boolean: 0,
    Date: 0,
    Time: 1,
    Timetz: 1,
    Timestamp: 1,
    Timestamptz: 1,
    Json: 0,
    JsonB: 0,
    ByteA: 0,
    Inet: 0,
    Citext: 0,
  },
  document: { ObjectId: 0, String: 0, Int: 0, Long: 0, Double: 0, Bool: 0, Date: 0, Timestamp: 0, BinData: 0, Json: 0 },
};

/** Returns whether an attribute is allowed on a field, an enum value or a block. */
export function isAllowed(
  attribute: Attribute,
  { on, database }: { readonly on: 'field' | 'value' | 'block'; readonly database: DatabaseKind },
): boolean {
  const { name } = attribute;
  if (on === 'value' && name !== 'map') return false;
  const numbers = on === 'field' ? numbersOf(name, database) : undefined;
  if (numbers !== undefined) {
    return attribute.arguments.length <= numbers && attribute.arguments.every(isNumber);
  }
  const signatures = on === 'block' ? blockSignatures : fieldSignatures[database];
  const signature = Object.hasOwn(signatures, name) ? signatures[name] : undefined;
  return signature !== undefined && takes(attribute.arguments, signature);
}

function numbersOf(name: string, database: DatabaseKind): number | undefined {
  const types = nativeTypes[database];
  const type = name.replace(/^db\./u, '');
  return name !== type && Object.hasOwn(types, type) ? types[type] : undefined;
}

function isNumber({ name, value }: Argument): boolean {
  return name === undefined && value.kind === 'number' && /^\d{1,5}$/u.test(value.text);
}

function takes(given: readonly Argument[], { positional, named = {} }: Signature): boolean {
  return given.every(({ name, value }) => {
    if (name === undefined || name === positional?.name) return positional?.rule(value) ?? false;
    return Object.hasOwn(named, name) && (named[name]?.(value) ?? false);
  });
}
