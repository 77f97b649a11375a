import { bigInt, date, dateTime, decimal, float, text } from '@shared/lib/values';
import { z } from 'zod';

/** The operators of filters besides equality. */
export type Operator = (typeof operators)[keyof typeof operators][number] | 'null';

/** The operators by kind of value. Optional columns also have `null`. */
const operators = {
  flag: ['ne'],
  choice: ['ne', 'in'],
  ordered: ['ne', 'in', 'gt', 'gte', 'lt', 'lte'],
  text: ['ne', 'in', 'contains', 'startsWith'],
} as const;

/** A column of a table. Lists can be filtered by it. */
export interface Column {
  /** Parses a value other than null from a URL parameter. */
  readonly value: z.ZodType;
  readonly operators: readonly Operator[];
  readonly isOptional: boolean;
}

/** The columns of one table, by name. */
export type Columns = Readonly<Record<string, Column>>;

function required(value: z.ZodType, kind: keyof typeof operators): Column {
  return { value, operators: operators[kind], isOptional: false };
}

/** A whole number in a URL. */
export const int = z
  .string()
  .regex(/^-?\d{1,10}$/, { error: 'Expected a whole number' })
  .transform(Number)
  .pipe(z.int32());

/** A boolean in a URL. */
export const boolean = z.enum(['true', 'false']).transform((value) => value === 'true');

/** Columns by type. */
export const column = {
  text: required(text, 'text'),
  /** The id of another record. */
  id: required(text, 'choice'),
  boolean: required(boolean, 'flag'),
  int: required(int, 'ordered'),
  float: required(
    z
      .string()
      .min(1)
      .transform(Number)
      .pipe(z.number({ error: 'Expected a number' }).pipe(float)),
    'ordered',
  ),
  bigInt: required(bigInt, 'ordered'),
  decimal: required(decimal, 'ordered'),
  /** A decimal that the database stores as a string, without the order of numbers. */
  unorderedDecimal: required(decimal, 'choice'),
  date: required(date, 'ordered'),
  dateTime: required(
    dateTime.transform((value) => new Date(value)),
    'ordered',
  ),
  /** @param values in the database's sort order */
  oneOf: (values: readonly string[]) => required(z.enum(values), 'choice'),
};

/** Returns a nullable column. An empty string in a URL means null. */
export function optional(of: Column): Column {
  return { ...of, operators: [...of.operators, 'null'], isOptional: true };
}
