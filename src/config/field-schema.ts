import * as z from 'zod';
import { fieldAccessFaults, fieldAccessMeta } from './access.ts';
import { fieldTypes, formats } from './config.ts';
import { fieldFaults } from './field-rules.ts';
import {
  entityNameFault,
  enumValueFault,
  fieldNameFault,
  formerNameFault,
  longestName,
  type NameFault,
} from './names.ts';
import { refuse } from '../core/schema-check.ts';
import { displayTextFault, longestOf } from './display-text.ts';
import { longestScale } from './formats.ts';
import { fieldTypeFault } from './aliases.ts';

/** Creates a string schema with one check. `meta` describes the check for editors. */
export function text(
  fault: (value: string) => NameFault | undefined,
  meta: z.core.GlobalMeta & Record<string, unknown>,
) {
  return z
    .string()
    .check((context) => {
      const found = fault(context.value);
      if (found !== undefined) refuse(context, found);
    })
    .meta(meta);
}

export const flag = (description: string) => z.boolean().exactOptional().meta({ description, default: false });

/** The name of a field or a relation. */
export const memberName = (description: string) =>
  text(fieldNameFault, { description, pattern: '^[a-z][A-Za-z0-9]*$', maxLength: longestName });

/** The former name of a field or a relation. */
export const formerName = (description: string) =>
  text(formerNameFault, { description, pattern: '^[a-z][A-Za-z0-9]*$', maxLength: longestName });

/** The name of an entity. */
export const entityName = (description: string) =>
  text(entityNameFault, { description, pattern: '^[A-Z][A-Za-z0-9]*$', maxLength: longestName });

/** A text of one line that people read. */
const displayText = (description: string, longest: number) =>
  text((value) => displayTextFault(value, longest), { description, minLength: 1, maxLength: longest }).exactOptional();

export const label = (description: string) => displayText(description, longestOf.label);

export const describedBy = (description: string) => displayText(description, longestOf.description);

const bound = (description: string) => z.union([z.number(), z.string()]).exactOptional().meta({ description });

/** Metadata for editors: a key that only some field types have. */
const onlyOf = (types: readonly string[], key: string) => ({
  if: { type: 'object', properties: { type: { enum: types } } },
  else: { type: 'object', properties: { [key]: false } },
});
const texts = ['String', 'Text'];
const measured = [...texts, 'Int', 'BigInt', 'Float', 'Decimal'];

const valueName = (description: string) =>
  text(enumValueFault, { description, pattern: '^[A-Za-z][A-Za-z0-9_]*$', maxLength: longestName });

/** A value of an Enum: its name, or an object that also has the former name. */
const enumValue = z.union([
  valueName('The name of the value.'),
  z.strictObject({
    name: valueName('The name of the value.'),
    was: valueName('The previous name of the value. A migration renames it in all records.').exactOptional(),
  }),
]);

export const fieldSchema = z
  .strictObject({
    name: memberName('Name in camelCase.'),
    type: text(fieldTypeFault, { description: 'The type of the value.', enum: [...fieldTypes] }),
    required: flag('Every record must have a value.'),
    unique: flag('No two records may have the same value.'),
    index: flag('Lists are often filtered or sorted by it.'),
    default: z.json().exactOptional().meta({
      description: 'The value of a record that gives none; for Date an ISO 8601 date, for DateTime also "now".',
    }),
    values: z
      .array(enumValue)
      .exactOptional()
      .meta({ description: 'The values of an Enum, in order.', minItems: 1, uniqueItems: true }),
    min: bound('Least value of a number, least length of a String or Text; in quotes where a number is not exact.'),
    max: bound('Greatest value of a number, greatest length of a String or Text.'),
    pattern: z.string().exactOptional().meta({
      description: 'A regular expression of JavaScript (flag u) that the whole of a String or Text matches.',
      maxLength: 500,
    }),
    format: z
      .string()
      .exactOptional()
      .meta({
        description: 'The form of a String, or money for a Decimal with a currency.',
        enum: [...formats],
      }),
    currency: z.string().exactOptional().meta({
      description: 'The currency of the format money (ISO 4217).',
      pattern: '^[A-Z]{3}$',
    }),
    scale: z.number().exactOptional().meta({
      description: 'The digits of a Decimal after the point.',
      type: 'integer',
      minimum: 0,
      maximum: longestScale,
    }),
    label: label('The name that people read; derived from the name if absent.'),
    description: describedBy('The hint below the control of a form; also in the OpenAPI document.'),
    group: label('The heading of the group of this field, in forms and on the pages of records.'),
    hidden: flag('Lists and forms of the admin area leave the field out; the API contains it.'),
    access: z
      .unknown()
      .check((context) => {
        for (const fault of fieldAccessFaults(context.value)) refuse(context, fault);
      })
      .exactOptional()
      .meta({
        description: 'The users with the right to read or set the value, in addition to the rules of the entity.',
        ...fieldAccessMeta,
      }),
    was: formerName('The previous name of the field. A migration renames its column.').exactOptional(),
  })
  .check((context) => {
    for (const fault of fieldFaults(context.value)) refuse(context, fault);
  })
  .meta({
    title: 'Field',
    allOf: [
      {
        if: { type: 'object', properties: { type: { not: { const: 'Enum' } } } },
        else: { type: 'object', properties: { values: true }, required: ['values'] },
      },
      onlyOf(['Enum'], 'values'),
      onlyOf(texts, 'pattern'),
      onlyOf(['String', 'Decimal'], 'format'),
      onlyOf(['Decimal'], 'currency'),
      onlyOf(['Decimal'], 'scale'),
      onlyOf(measured, 'min'),
      onlyOf(measured, 'max'),
    ],
  });
