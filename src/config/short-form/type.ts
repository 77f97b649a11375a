import { fieldTypes, relationTypes } from '../config.ts';
import type { NameFault } from '../names.ts';
import { closest } from '../../core/suggestion.ts';
import { fieldTypeMeant } from '../aliases.ts';
import { meant, report, type Reading } from './fault.ts';
import type { Part } from './scan.ts';

/** The meaning of the part after the name. */
export type MemberType = { readonly required: boolean } & (
  | { readonly field: string }
  /** `open|closed` */
  | { readonly values: readonly string[] }
  | { readonly target: string; readonly many: boolean }
);

interface TypeRequest {
  readonly part: Part;
  /** The names a relation can refer to. */
  readonly entities: readonly string[];
  /** The parts that follow. */
  readonly options: readonly Part[];
}

/** Reads `String!`, `open|closed`, `User` or `Tag[]`; `undefined` after a fault. */
export function readType(reading: Reading, { part, entities, options }: TypeRequest): MemberType | undefined {
  const [, word = '', list, sign] = /^([A-Za-z0-9_|]+)(\[\])?([!?])?$/u.exec(part.key) ?? [];
  const required = sign === '!';
  const fail = (fault: Omit<NameFault, 'code'> & Partial<NameFault>): undefined => {
    report(reading, part, { code: 'USAGE', ...fault });
    return undefined;
  };
  if (word === '') return fail(unreadable(reading, part));
  const replaced = (type: string): string =>
    meant(reading, part, reading.text.slice(part.at, part.end).replace(word, type));
  if (word.includes('|')) {
    if (list === undefined) return { required, values: word.split('|') };
    return fail({ message: 'A list of values is not a type.', hint: 'Use an entity with a relation, or Json.' });
  }
  const isRelation = options.some(({ key }) => relationTypes.some((kind) => kind === key));
  // The entity `User` may come from an authentication plugin. The rules of the configuration check that.
  if (isRelation || word === 'User' || entities.includes(word))
    return { required, target: word, many: list !== undefined };
  const type = fieldTypes.find((known) => known.toLowerCase() === word.toLowerCase());
  if (type !== undefined) {
    if (list === undefined) return { required, field: type };
    return fail({ message: `A list of ${type} is not a type.`, hint: 'Use an entity with a relation, or Json.' });
  }
  const known = fieldTypeMeant(word) ?? closest(word, [...fieldTypes, ...entities]);
  const message = `"${word}" is not a field type or an entity.`;
  if (known !== undefined && fieldTypes.some((one) => one === known)) {
    return fail({ code: 'CONFIG_FIELD_TYPE_UNKNOWN', message, hint: replaced(known) });
  }
  if (known !== undefined) return fail({ code: 'CONFIG_TARGET_MISSING', message, hint: replaced(known) });
  const fix = /^[A-Z]/u.test(word) ? ` Add the entity ${word} first to refer to it.` : '';
  return fail({ code: 'CONFIG_TARGET_MISSING', message, hint: `Field types: ${fieldTypes.join(', ')}.${fix}` });
}

function unreadable(reading: Reading, part: Part): Omit<NameFault, 'code'> {
  const { key } = part;
  const message = `"${key}" is not a type.`;
  if (key.endsWith(',')) return { message, hint: 'Separate fields with spaces, without commas.' };
  const [, values] = /^enum[([{<](.+)[)\]}>][!?]?$/iu.exec(key) ?? [];
  if (values !== undefined) {
    return {
      message,
      hint: meant(
        reading,
        part,
        values
          .replaceAll(/["'\s]/gu, '')
          .split(/[,|]/u)
          .join('|'),
      ),
    };
  }
  const [, sized, size] = /^(\w+)\((\d+)\)[!?]?$/u.exec(key) ?? [];
  if (sized !== undefined) {
    return { message, hint: meant(reading, part, `${fieldTypeMeant(sized) ?? sized}:max=${size}`) };
  }
  const [, ofList] = /^(?:\[(\w+)!?\]|array<(\w+)>)[!?]?$/iu.exec(key) ?? [];
  if (ofList !== undefined) return { message, hint: meant(reading, part, `${ofList}[]`) };
  return { message, hint: 'Write name:Type, such as title:String! or author:User.' };
}
