import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver } from 'react-hook-form';
import { safeParse, type z } from 'zod';

/** The schema of a record’s input. */
export type InputSchema<Values, Output> = z.ZodObject & z.ZodType<Output, Values>;

/**
 * Returns a function that checks the values of a form. A value that the record does not have is
 * missing instead of `null`, such as the owner of a record without an owner.
 */
export function checkOf<Values extends FieldValues, Output extends FieldValues>(
  schema: InputSchema<Values, Output>,
  record: object | undefined,
): Resolver<Values, unknown, Output> {
  const check = zodResolver<Values, unknown, Output>(schema);
  const unset = Object.entries(record ?? {}).filter(
    ([name, value]) => value === null && hasField(schema, name) && !accepts(schema, name, null),
  );
  return (values, context, options) => {
    const missing = unset.filter(([name]) => values[name] === null);
    const absent = Object.fromEntries(missing.map(([name]) => [name, undefined]));
    return check({ ...values, ...absent }, context, options);
  };
}

/** Returns the strings of a query that are valid values, such as the id of a related record. */
export function validValues(
  schema: z.ZodObject,
  query: URLSearchParams,
): Readonly<Record<string, string>> {
  return Object.fromEntries([...query].filter(([name, text]) => accepts(schema, name, text)));
}

export function hasField({ shape }: z.ZodObject, name: string): boolean {
  return Object.hasOwn(shape, name);
}

function accepts({ shape }: z.ZodObject, name: string, value: unknown): boolean {
  const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
  return field !== undefined && safeParse(field, value).success;
}
