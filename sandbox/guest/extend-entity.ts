/** Reads the argument of `extendEntity` into an operation. */
import { longestMemberText, mostMembers } from '../protocol/extension.ts';
import { everyEntity } from '../protocol/operations.ts';
import type { ExtendEntity, ExtensionField, ExtensionRelation, ExtensionRule } from '../protocol/operations.ts';
import { isIdentifier, isPlainNumber, isPlainText } from '../protocol/syntax.ts';
import { fields, list, matching, present, wrong, type ArgumentPath } from './check.ts';

const kind = 'extendEntity';

const entityName = {
  holds: (name: string): boolean => name === everyEntity || isIdentifier(name),
  expected: 'the name of an entity, or "*" for every entity',
};
const identifier = { holds: isIdentifier, expected: 'a name of letters and digits' };
const plainText = {
  holds: (given: string): boolean => given.length <= longestMemberText && isPlainText(given),
  expected: `one line of at most ${longestMemberText} visible characters`,
};

export function extendOperation(argument: unknown): ExtendEntity {
  const given = fields(argument, kind, ['entity', 'fields', 'relations']);
  return {
    kind,
    entity: matching(given['entity'], `${kind}: entity`, entityName),
    fields: membersOf(given['fields'], `${kind}: fields`, fieldOf),
    relations: membersOf(given['relations'], `${kind}: relations`, relationOf),
  };
}

/** Reads a list of members; empty if it is absent. */
function membersOf<Member>(value: unknown, at: ArgumentPath, read: Reader<Member>): readonly Member[] {
  if (value === undefined) return [];
  const items = list(value, at);
  if (items.length > mostMembers) throw wrong(at, `at most ${mostMembers} members`, value);
  return items.map((item, index) => read(item, `${at}[${index}]`));
}

type Reader<Value> = (value: unknown, at: ArgumentPath) => Value;

const textKeys = ['pattern', 'format', 'currency', 'label', 'description', 'group'] as const;
const flagKeys = ['required', 'unique', 'index', 'hidden', 'readOnly'] as const;
const boundKeys = ['min', 'max'] as const;
const fieldKeys = [...textKeys, ...flagKeys, ...boundKeys, 'name', 'type', 'default', 'values', 'scale', 'access'];

function fieldOf(value: unknown, at: ArgumentPath): ExtensionField {
  const given = fields(value, at, fieldKeys);
  const read = <Value>(key: string, reader: Reader<Value>): Value | undefined =>
    given[key] === undefined ? undefined : reader(given[key], `${at}.${key}`);
  return {
    name: matching(given['name'], `${at}.name`, identifier),
    type: text(given['type'], `${at}.type`),
    ...readKeys(textKeys, (key) => read(key, text)),
    ...readKeys(flagKeys, (key) => read(key, boolean)),
    ...readKeys(boundKeys, (key) => read(key, numberOrText)),
    ...present({
      default: read('default', (item, at) => (typeof item === 'boolean' ? item : numberOrText(item, at))),
      values: read('values', texts),
      scale: read('scale', number),
      access: read('access', accessOf),
    }),
  };
}

const relationTexts = ['onDelete', 'label', 'description', 'group'] as const;

function relationOf(value: unknown, at: ArgumentPath): ExtensionRelation {
  const given = fields(value, at, ['name', 'type', 'target', ...relationTexts]);
  return {
    name: matching(given['name'], `${at}.name`, identifier),
    type: text(given['type'], `${at}.type`),
    target: matching(given['target'], `${at}.target`, identifier),
    ...readKeys(relationTexts, (key) => (given[key] === undefined ? undefined : text(given[key], `${at}.${key}`))),
  };
}

/** Returns the values of the keys that are present. */
function readKeys<Key extends string, Value>(
  keys: readonly Key[],
  read: (key: Key) => Value | undefined,
): { [Name in Key]?: Value } {
  const found: { [Name in Key]?: Value } = {};
  for (const key of keys) {
    const value = read(key);
    if (value !== undefined) found[key] = value;
  }
  return found;
}

function accessOf(value: unknown, at: ArgumentPath): NonNullable<ExtensionField['access']> {
  if (typeof value === 'string' || Array.isArray(value)) return ruleOf(value, at);
  const known = ['read', 'write'] as const;
  const given = fields(value, at, known);
  return readKeys(known, (key) => (given[key] === undefined ? undefined : ruleOf(given[key], `${at}.${key}`)));
}

function ruleOf(value: unknown, at: ArgumentPath): ExtensionRule {
  return typeof value === 'string' ? text(value, at) : texts(value, at);
}

function texts(value: unknown, at: ArgumentPath): readonly string[] {
  return list(value, at).map((item, index) => text(item, `${at}[${index}]`));
}

function text(value: unknown, at: ArgumentPath): string {
  return matching(value, at, plainText);
}

function number(value: unknown, at: ArgumentPath): number {
  if (typeof value !== 'number' || !isPlainNumber(value)) throw wrong(at, 'a finite number', value);
  return value;
}

function numberOrText(value: unknown, at: ArgumentPath): number | string {
  return typeof value === 'string' ? text(value, at) : number(value, at);
}

function boolean(value: unknown, at: ArgumentPath): boolean {
  if (typeof value !== 'boolean') throw wrong(at, 'true or false', value);
  return value;
}
