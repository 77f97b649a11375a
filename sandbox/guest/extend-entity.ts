/** Reads the argument of `extendEntity` into an operation. */
import { longestMemberText, mostMembers } from '../protocol/extension.ts';
import { everyEntity } from '../protocol/operations.ts';
import type { ExtendEntity, ExtensionField, ExtensionRelation, ExtensionRule } from '../protocol/operations.ts';
import { isIdentifier, isPlainNumber, isPlainText } from '../protocol/syntax.ts';
import { fields, list, matching, present, wrong, type Place } from './check.ts';

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
function membersOf<Member>(value: unknown, place: Place, read: Reader<Member>): readonly Member[] {
  if (value === undefined) return [];
  const items = list(value, place);
  if (items.length > mostMembers) throw wrong(place, `at most ${mostMembers} members`, value);
  return items.map((item, index) => read(item, `${place}[${index}]`));
}

type Reader<Value> = (value: unknown, place: Place) => Value;

const textKeys = ['pattern', 'format', 'currency', 'label', 'description', 'group'] as const;
const flagKeys = ['required', 'unique', 'index', 'hidden', 'readOnly'] as const;
const boundKeys = ['min', 'max'] as const;
const fieldKeys = [...textKeys, ...flagKeys, ...boundKeys, 'name', 'type', 'default', 'values', 'scale', 'access'];

function fieldOf(value: unknown, place: Place): ExtensionField {
  const given = fields(value, place, fieldKeys);
  const read = <Value>(key: string, reader: Reader<Value>): Value | undefined =>
    given[key] === undefined ? undefined : reader(given[key], `${place}.${key}`);
  return {
    name: matching(given['name'], `${place}.name`, identifier),
    type: text(given['type'], `${place}.type`),
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

function relationOf(value: unknown, place: Place): ExtensionRelation {
  const given = fields(value, place, ['name', 'type', 'target', ...relationTexts]);
  return {
    name: matching(given['name'], `${place}.name`, identifier),
    type: text(given['type'], `${place}.type`),
    target: matching(given['target'], `${place}.target`, identifier),
    ...readKeys(relationTexts, (key) => (given[key] === undefined ? undefined : text(given[key], `${place}.${key}`))),
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

function accessOf(value: unknown, place: Place): NonNullable<ExtensionField['access']> {
  if (typeof value === 'string' || Array.isArray(value)) return ruleOf(value, place);
  const known = ['read', 'write'] as const;
  const given = fields(value, place, known);
  return readKeys(known, (key) => (given[key] === undefined ? undefined : ruleOf(given[key], `${place}.${key}`)));
}

function ruleOf(value: unknown, place: Place): ExtensionRule {
  return typeof value === 'string' ? text(value, place) : texts(value, place);
}

function texts(value: unknown, place: Place): readonly string[] {
  return list(value, place).map((item, index) => text(item, `${place}[${index}]`));
}

function text(value: unknown, place: Place): string {
  return matching(value, place, plainText);
}

function number(value: unknown, place: Place): number {
  if (typeof value !== 'number' || !isPlainNumber(value)) throw wrong(place, 'a finite number', value);
  return value;
}

function numberOrText(value: unknown, place: Place): number | string {
  return typeof value === 'string' ? text(value, place) : number(value, place);
}

function boolean(value: unknown, place: Place): boolean {
  if (typeof value !== 'boolean') throw wrong(place, 'true or false', value);
  return value;
}
