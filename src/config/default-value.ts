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
  String: (value) => (isText(value) ? undefined : expectedText),
  Text: (value) => (isText(value) ? undefined : expectedText),
  Int: (value) => (isInt(value) ? undefined : 'a whole number of at most 32 bits'),
  Float: (value) => (typeof value === 'number' ? undefined : 'a number'),
  Decimal: (value) => (isDecimal(value) ? undefined : 'a number, or one in quotes such as "9.99", without an exponent'),
  Boolean: (value) => (typeof value === 'boolean' ? undefined : 'true or false'),
  DateTime: (value) => (isDateTime(value) ? undefined : '"now" or a date such as "2026-01-31T09:00:00Z"'),
};

const expectedText = 'text in quotes that a database can store';

/** No database takes NUL in text, nor half a surrogate pair. */
const isText = (value: FieldDefault): boolean =>
  typeof value === 'string' && !value.includes('\0') && value.isWellFormed();

const isInt = (value: FieldDefault): boolean =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value + 0.5) < 2 ** 31;

/** At most 35 digits before the point and 30 after it, as a column holds them; no exponent. */
const isDecimal = (value: FieldDefault): boolean =>
  typeof value !== 'boolean' && /^-?\d{1,35}(?:\.\d{1,30})?$/u.test(String(value));

const dateTime = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/u;

/** A calendar date, or an instant with its offset; ISO 8601. A day that doesn't exist is refused. */
function isDateTime(value: FieldDefault): boolean {
  if (value === 'now') return true;
  if (typeof value !== 'string' || !dateTime.test(value) || Number.isNaN(Date.parse(value))) return false;
  const day = value.slice(0, 10);
  if (day.startsWith('0000')) return false;
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}
