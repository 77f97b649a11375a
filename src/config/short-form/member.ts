import { fieldAccessFaults } from '../access.ts';
import { relationTypes, type FieldDefault } from '../config.ts';
import { displayTextFault, longestOf } from '../display-text.ts';
import { fieldFaults } from '../field-rules.ts';
import { enumValueFault, fieldNameFault, formerNameFault, type NameFault } from '../names.ts';
import { relationFaults } from '../relation-rules.ts';
import { tryParseJson } from '../../core/json.ts';
import type { SchemaFault } from '../../core/schema-check.ts';
import { deleteRuleFault, fieldTypeMeant } from '../aliases.ts';
import { meant, report, type Reading } from './fault.ts';
import { fieldOptions, flagWords, optionFault } from './options.ts';
import type { Part, Value } from './scan.ts';
import { ruleIn, type ShortRule } from './rule.ts';
import { readType, type MemberType } from './type.ts';

/** A field as `genlock.json` holds it. */
export interface ShortField {
  readonly name: string;
  readonly type: string;
  readonly required?: true;
  readonly unique?: true;
  readonly index?: true;
  readonly default?: FieldDefault;
  readonly values?: readonly string[];
  readonly min?: number | string;
  readonly max?: number | string;
  readonly pattern?: string;
  readonly format?: string;
  readonly currency?: string;
  readonly scale?: number;
  readonly label?: string;
  readonly description?: string;
  readonly group?: string;
  readonly hidden?: true;
  readonly access?: ShortRule;
  readonly was?: string;
}

/** A relation as `genlock.json` holds it. */
export interface ShortRelation {
  readonly name: string;
  readonly type: string;
  readonly target: string;
  readonly required?: true;
  readonly onDelete?: string;
  readonly tree?: true;
  readonly label?: string;
  readonly description?: string;
  readonly group?: string;
  readonly was?: string;
}

export type ShortMember = { readonly field: ShortField } | { readonly relation: ShortRelation };

/** The parts of a member by key: `type`, `required`, `min` and so on. */
type PartsByKey = ReadonlyMap<string, Part>;

/**
 * Reads `title:String!:max=80` or `author:User!`.
 *
 * @param entities the names a relation can refer to
 * @returns `undefined` if the token has no usable name and type; the faults are in `reading`
 */
export function readMember(reading: Reading, entities: readonly string[]): ShortMember | undefined {
  const [name, typePart, ...rest] = reading.token.parts;
  if (name === undefined) return undefined;
  const [, plainName = '', sign] = /^(.*?)([!?])?$/su.exec(name.key) ?? [];
  if (typePart === undefined || typePart.key === '') {
    const isType = fieldTypeMeant(plainName) !== undefined;
    const example = `Write a name and a type, such as ${plainName}:String.`;
    const joined = 'Write the name and the type with a colon and no space: title:String.';
    const hint = plainName === '' ? {} : { hint: isType ? joined : example };
    const message = plainName === '' ? 'The name is missing.' : `"${plainName}" has no type.`;
    report(reading, typePart ?? name, {
      code: 'USAGE',
      message,
      hint: 'Write name:Type, such as title:String.',
      ...hint,
    });
    return undefined;
  }
  if (sign !== undefined || name.value !== undefined) {
    const hint = `Write the sign after the type: ${plainName}:${typePart.key}${sign ?? ''}.`;
    report(reading, name, { code: 'USAGE', message: `"${name.key}" is not a name.`, hint });
    return undefined;
  }
  const nameFault = fieldNameFault(name.key);
  if (nameFault !== undefined) report(reading, name, nameFault);
  const type = readType(reading, { part: typePart, entities, options: rest });
  if (type === undefined) return undefined;
  const options = readOptions(reading, { type, typePart, parts: rest });
  const places: PartsByKey = new Map([...options.places, ['type', typePart], ['name', name]]);
  const from = { name: name.key, type, options: options.values, places };
  return 'target' in type ? { relation: relationOf(reading, from) } : { field: fieldOf(reading, from) };
}

interface Options {
  readonly values: ReadonlyMap<string, Value | true>;
  readonly places: PartsByKey;
}

interface OptionsRequest {
  readonly type: MemberType;
  readonly typePart: Part;
  readonly parts: readonly Part[];
}

/** Everything after the type, and the signs and the `=` of the type itself. */
function readOptions(reading: Reading, { type, typePart, parts }: OptionsRequest): Options {
  const values = new Map<string, Value | true>();
  const places = new Map<string, Part>();
  const set = (key: string, part: Part, value: Value | true): void => {
    if (values.has(key) && key !== 'required') {
      report(reading, part, { code: 'USAGE', message: `"${key}" is given twice.`, hint: 'Keep one of the two.' });
    }
    values.set(key, value);
    places.set(key, part);
  };
  if (type.required) set('required', typePart, true);
  if (typePart.value !== undefined) set('default', typePart, typePart.value);
  for (const part of parts) {
    const fault = optionFault(reading, { part, isRelation: 'target' in type });
    if (fault !== undefined) report(reading, part, fault);
    else set(part.key, part, part.value ?? true);
  }
  return { values, places };
}

interface MemberSource {
  readonly name: string;
  readonly type: MemberType;
  readonly options: ReadonlyMap<string, Value | true>;
  readonly places: PartsByKey;
}

function fieldOf(reading: Reading, { name, type, options, places }: MemberSource): ShortField {
  const valueOf = (key: string): Value | undefined => {
    const value = options.get(key);
    return value === true ? undefined : value;
  };
  const bound = (key: 'min' | 'max') => {
    const value = valueOf(key);
    return value === undefined ? {} : { [key]: numberOrText(value) };
  };
  const text = (key: 'pattern' | 'format' | 'currency' | 'label' | 'description' | 'group' | 'was') => {
    const value = valueOf(key);
    return value === undefined ? {} : { [key]: value.text };
  };
  const initial = valueOf('default');
  const scale = valueOf('scale');
  const rule = valueOf('access');
  const values = valueOf('values')?.text.split(',') ?? ('values' in type ? type.values : undefined);
  const field: ShortField = {
    name,
    type: 'field' in type ? type.field : 'Enum',
    ...flagsOf(
      options,
      flagWords.filter((word) => fieldOptions.includes(word)),
    ),
    ...(initial === undefined ? {} : { default: defaultOf(initial, 'field' in type ? type.field : 'Enum') }),
    ...(values === undefined ? {} : { values }),
    ...bound('min'),
    ...bound('max'),
    ...text('pattern'),
    ...text('format'),
    ...text('currency'),
    ...(scale === undefined ? {} : { scale: Number(scale.text) }),
    ...text('label'),
    ...text('description'),
    ...(rule === undefined ? {} : { access: ruleIn(rule.text) }),
    ...text('group'),
    ...text('was'),
  };
  const ruleFaults = rule === undefined ? [] : fieldAccessFaults(field.access);
  const valueFaults = (values ?? []).flatMap((value): readonly SchemaFault[] => {
    const fault = enumValueFault(value);
    return fault === undefined ? [] : [{ ...fault, path: ['values'] }];
  });
  const first = ruleFaults.slice(0, 1).map((fault) => ({ ...fault, path: ['access'] }));
  reportAll(reading, places, [
    ...valueFaults,
    ...first,
    ...fieldFaults(field),
    ...textFaults(field),
    ...wasFaults(field),
  ]);
  return field;
}

function relationOf(reading: Reading, { name, type, options, places }: MemberSource): ShortRelation {
  const text = (key: 'onDelete' | 'label' | 'description' | 'group' | 'was') => {
    const value = options.get(key);
    return typeof value === 'object' ? { [key]: value.text } : {};
  };
  const relation: ShortRelation = {
    name,
    type: kindOf(reading, { type, options, places }),
    target: 'target' in type ? type.target : '',
    ...flagsOf(options, ['required', 'tree']),
    ...text('onDelete'),
    ...text('label'),
    ...text('description'),
    ...text('group'),
    ...text('was'),
  };
  const ruleFault = relation.onDelete === undefined ? undefined : deleteRuleFault(relation.onDelete);
  const rules: readonly SchemaFault[] =
    ruleFault === undefined ? relationFaults(relation) : [{ ...ruleFault, path: ['onDelete'] }];
  reportAll(reading, places, [...rules, ...textFaults(relation), ...wasFaults(relation)]);
  return relation;
}

/** The kind of a relation: named, or what `[]`, `many` and `unique` stand for. */
function kindOf(reading: Reading, { type, options, places }: Omit<MemberSource, 'name'>): string {
  const isMany = options.has('many') || ('target' in type && type.many);
  const named = relationTypes.filter((kind) => options.has(kind));
  const implied = isMany ? 'many-to-many' : options.has('unique') ? 'one-to-one' : 'many-to-one';
  const kind = named[0] ?? implied;
  const isList = kind.endsWith('-to-many');
  const unique = places.get('unique');
  const place = places.get(kind) ?? places.get('type');
  if (place === undefined) return kind;
  if (named.length > 1 || (isMany && !isList)) {
    const message = `A relation cannot be both ${isMany && !isList ? 'a list' : named[1]} and ${kind}.`;
    report(reading, place, { code: 'USAGE', message, hint: 'Keep one of the two.' });
  } else if (unique !== undefined && kind !== 'one-to-one') {
    const hint = isList ? meant(reading, unique, '') : `Use one-to-one instead of ${kind}.`;
    report(reading, unique, { code: 'USAGE', message: `A ${kind} relation cannot be unique.`, hint });
  }
  return kind;
}

function flagsOf(options: MemberSource['options'], words: readonly string[]): Readonly<Record<string, true>> {
  return Object.fromEntries(words.filter((word) => options.has(word)).map((word) => [word, true]));
}

function textFaults(member: Pick<ShortField, 'label' | 'description' | 'group'>): readonly SchemaFault[] {
  return (['label', 'description', 'group'] as const).flatMap((key): readonly SchemaFault[] => {
    const fault = displayTextFault(member[key] ?? '-', longestOf[key === 'group' ? 'label' : key]);
    return fault === undefined ? [] : [{ ...fault, path: [key] }];
  });
}

function wasFaults({ was }: { readonly was?: string }): readonly SchemaFault[] {
  const fault = was === undefined ? undefined : formerNameFault(was);
  return fault === undefined ? [] : [{ ...fault, path: ['was'] }];
}

/** Reports violations of the rules of `genlock.json`, each at the part that gave the key. */
function reportAll(reading: Reading, places: PartsByKey, faults: readonly SchemaFault[]): void {
  for (const { path, inKey: _, ...fault } of faults) {
    const part = places.get(String(path[0])) ?? places.get('type');
    if (part !== undefined) report(reading, part, withHint(fault, places));
  }
}

function withHint(fault: NameFault, places: PartsByKey): NameFault {
  if (fault.code === 'CONFIG_VALUES_MISSING') {
    return { ...fault, hint: `List the values: ${places.get('name')?.key ?? 'status'}:open|closed.` };
  }
  return fault;
}

/** The default a value means for a type. A value of another type is kept: the rules of fields report it. */
function defaultOf({ kind, text }: Value, type: string): FieldDefault {
  if (kind === 'quoted') return text;
  if (type === 'Decimal' || type === 'BigInt') return numberOrText({ kind, text });
  if (!['Int', 'Float', 'Boolean', 'Json'].includes(type)) return text;
  const parsed = tryParseJson(text);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON text gives JSON values only
  return parsed === undefined ? text : (parsed as FieldDefault);
}

/** A number where the digits are exactly how JavaScript prints it, else the digits as text: `9.99`, but `"9.90"`. */
function numberOrText({ kind, text }: Value): number | string {
  return kind === 'plain' && String(Number(text)) === text && text !== 'NaN' ? Number(text) : text;
}
