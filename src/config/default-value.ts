import type { FieldDefault } from './config.ts';
import type { NameFault } from './names.ts';

/** What is wrong with a field's default; nothing is said of a type that isn't known. */
export function defaultFault(type: string, value: FieldDefault): NameFault | undefined {
  const expected = Object.hasOwn(rules, type) ? rules[type]?.(value) : undefined;
  if (expected === undefined) return undefined;
  return { code: 'CONFIG_DEFAULT_INVALID', message: `A default of type ${type} must be ${expected}.` };
}

/** By type: what a value should have been, or nothing if it is fine. */
const rules: Readonly<Record<string, (value: FieldDefault) => string | undefined>> = {
  String: (value) => (typeof value === 'string' ? undefined : 'text in quotes'),
  Text: (value) => (typeof value === 'string' ? undefined : 'text in quotes'),
  Int: (value) => (isInt(value) ? undefined : 'a whole number of at most 32 bits'),
  Float: (value) => (typeof value === 'number' ? undefined : 'a number'),
  Decimal: (value) => (isDecimal(value) ? undefined : 'a number, or one in quotes such as "9.99"'),
  Boolean: (value) => (typeof value === 'boolean' ? undefined : 'true or false'),
  DateTime: (value) => (isDateTime(value) ? undefined : '"now" or a date such as "2026-01-31T09:00:00Z"'),
};

const isInt = (value: FieldDefault): boolean =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value + 0.5) < 2 ** 31;

const isDecimal = (value: FieldDefault): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d{1,65}(?:\.\d{1,30})?$/u.test(value));

const dateTime = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/u;

/** A calendar date, or an instant with its offset; ISO 8601. A day that doesn't exist is refused. */
function isDateTime(value: FieldDefault): boolean {
  if (value === 'now') return true;
  if (typeof value !== 'string' || !dateTime.test(value) || Number.isNaN(Date.parse(value))) return false;
  const day = value.slice(0, 10);
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}
