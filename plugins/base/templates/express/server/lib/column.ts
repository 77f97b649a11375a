import { bigInt, date, dateTime, decimal, float, text } from '@shared/lib/values';
import { z } from 'zod';

/** Schemas that parse a column’s value from a URL parameter. */
export const column = {
  text,
  boolean: z.enum(['true', 'false']).transform((value) => value === 'true'),
  int: z
    .string()
    .regex(/^-?\d{1,10}$/, { error: 'Expected a whole number' })
    .transform(Number)
    .pipe(z.int32()),
  float: z
    .string()
    .min(1)
    .transform(Number)
    .pipe(z.number({ error: 'Expected a number' }).pipe(float)),
  bigInt,
  decimal,
  date,
  dateTime: dateTime.transform((value) => new Date(value)),
  /** @param values in the database's sort order */
  oneOf: z.enum,
};

/** The columns of one table, by name. */
export type Columns = Readonly<Record<string, z.ZodType>>;

/** Returns the schema of a nullable column. An empty string means null. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.union([z.literal('').transform(() => null), schema]);
}

export function isOptional(schema: z.ZodType | undefined): boolean {
  return schema instanceof z.ZodUnion;
}

/** Returns the schema for values other than null. Such a value may be an empty string. */
export function presentSchema(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodUnion ? (schema.options[1] ?? schema) : schema;
}
