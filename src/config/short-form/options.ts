import { relationTypes } from '../config.ts';
import type { NameFault } from '../names.ts';
import { closest } from '../../core/suggestion.ts';
import { meant, type Reading } from './fault.ts';
import type { Part } from './scan.ts';

/** Options without a value. */
export const flagWords: readonly string[] = ['required', 'unique', 'index', 'hidden', 'tree', 'many', ...relationTypes];

/** Options of fields. */
export const fieldOptions: readonly string[] = [
  'required',
  'unique',
  'index',
  'default',
  'values',
  'min',
  'max',
  'pattern',
  'format',
  'currency',
  'scale',
  'label',
  'description',
  'group',
  'hidden',
  'access',
  'was',
];

/** Options of relations. */
const relationOptions: readonly string[] = [
  'required',
  'unique',
  'many',
  ...relationTypes,
  'onDelete',
  'tree',
  'label',
  'description',
  'group',
  'was',
];

/** Option names of other notations, in lower case without `-` and `_`. An empty replacement means: remove the option. */
const aliases: Readonly<Record<string, string>> = {
  array: 'many',
  choices: 'values',
  digits: 'scale',
  enum: 'values',
  help: 'description',
  hint: 'description',
  indexed: 'index',
  key: 'unique',
  len: 'max',
  length: 'max',
  list: 'many',
  mandatory: 'required',
  match: 'pattern',
  maximum: 'max',
  maxlength: 'max',
  minimum: 'min',
  minlength: 'min',
  nonnull: 'required',
  notnull: 'required',
  nullable: '',
  optional: '',
  options: 'values',
  presence: 'required',
  regex: 'pattern',
  regexp: 'pattern',
  size: 'max',
  uniq: 'unique',
};

/** Checks an option. Returns `undefined` for a valid one. */
export function optionFault(
  reading: Reading,
  { part, isRelation }: { readonly part: Part; readonly isRelation: boolean },
): NameFault | undefined {
  const { key, value } = part;
  const known = isRelation ? relationOptions : fieldOptions;
  if (known.includes(key)) return valueFault(reading, part);
  if ([...fieldOptions, ...relationOptions].includes(key)) {
    const message = isRelation ? `A relation has no "${key}".` : `A field has no "${key}".`;
    return { code: 'USAGE', message, hint: meant(reading, part, '') };
  }
  const folded = key.toLowerCase().replaceAll(/[-_]/gu, '');
  const alias = Object.hasOwn(aliases, folded) ? aliases[folded] : closest(key, known);
  const message = key === '' ? 'An option is empty.' : `"${key}" is not an option.`;
  if (key === '') return { code: 'USAGE', message, hint: meant(reading, part, '') };
  if (alias === undefined || !(alias === '' || known.includes(alias))) {
    const hint = `Options: ${known.join(', ')}. Put a value with a colon in quotes: default="10:30".`;
    return { code: 'USAGE', message, hint };
  }
  const given = value === undefined ? '' : reading.text.slice(part.at + key.length, part.end);
  return { code: 'USAGE', message, hint: meant(reading, part, alias === '' ? '' : alias + given) };
}

function valueFault(reading: Reading, part: Part): NameFault | undefined {
  const { key, value } = part;
  const isFlag = flagWords.includes(key);
  if (isFlag && value !== undefined) {
    const hint = meant(reading, part, value.text === 'false' ? '' : key);
    return { code: 'USAGE', message: `"${key}" has no value in the short form.`, hint };
  }
  if (isFlag || value !== undefined) return undefined;
  return { code: 'USAGE', message: `"${key}" has no value.`, hint: `Write ${key}=${samples[key] ?? '...'}.` };
}

const samples: Readonly<Record<string, string>> = {
  access: 'admin',
  default: '0',
  values: 'open,closed',
  min: '1',
  max: '100',
  pattern: '/[A-Z]+/',
  format: 'email',
  currency: 'EUR',
  scale: '2',
  label: 'Name',
  description: '"The full name."',
  group: 'Address',
  was: 'oldName',
  onDelete: 'cascade',
};
