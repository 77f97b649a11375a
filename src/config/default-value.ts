import type { FieldDefault } from './config.ts';
import type { NameFault } from './names.ts';

/** Returns the error in a field's default. Defaults of an `Enum` are checked against its values elsewhere. */
export function defaultFault(type: string, value: FieldDefault): NameFault | undefined {
  const rule = Object.hasOwn(rules, type) ? rules[type] : undefined;
  if (rule === undefined || rule.holds(value)) return undefined;
  return { code: 'CONFIG_DEFAULT_INVALID', message: `A default of type ${type} must be ${rule.expected}.` };
}

interface Rule {
  readonly expected: string;
  readonly holds: (value: FieldDefault) => boolean;
}

/** Databases refuse strings with NUL characters or unpaired surrogates. */
const isText = (value: FieldDefault): boolean =>
  typeof value === 'string' && !value.includes('\0') && value.isWellFormed();

/** A 32-bit integer. */
export const isInt = (value: FieldDefault): boolean =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value + 0.5) < 2 ** 31;

/** At most 35 digits before the point and 30 after it (column precision), without an exponent. */
export const isDecimal = (value: FieldDefault): boolean =>
  (typeof value === 'number' || typeof value === 'string') && /^-?\d{1,35}(?:\.\d{1,30})?$/u.test(String(value));

/** Returns a value as a 64-bit integer. Accepts exact numbers and digit strings. */
export function longInteger(value: FieldDefault): bigint | undefined {
  const isExact = typeof value === 'string' ? /^-?\d{1,19}$/u.test(value) : Number.isSafeInteger(value);
  if (!isExact || (typeof value !== 'string' && typeof value !== 'number')) return undefined;
  const long = BigInt(value);
  return BigInt.asIntN(64, long) === long ? long : undefined;
}

/** Returns whether a value is storable JSON. `null` is excluded because it means a missing value. */
function isStorableJson(value: FieldDefault): boolean {
  return value !== null && isStorable(value);
}

function isStorable(value: FieldDefault): boolean {
  if (typeof value === 'string') return isText(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isText(key) && isStorable(inner));
}

const dateTime = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/u;

/** A calendar date of the years 1 to 9999 in ISO 8601. */
function isDay(value: FieldDefault): boolean {
  if (typeof value !== 'string' || !/^(?!0000)\d{4}-\d{2}-\d{2}$/u.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** A calendar date, or a timestamp with its offset, in ISO 8601. Invalid dates and years outside 1 to 9999 are refused. */
function isDateTime(value: FieldDefault): boolean {
  if (value === 'now') return true;
  if (typeof value !== 'string' || !dateTime.test(value) || Number.isNaN(Date.parse(value))) return false;
  const day = value.slice(0, 10);
  // The database stores UTC.
  const hasStorableYear = /^(?!0000)\d{4}-/u.test(new Date(value).toISOString());
  return hasStorableYear && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

const text: Rule = { expected: 'text in quotes that a database can store', holds: isText };

const rules: Readonly<Record<string, Rule>> = {
  String: text,
  Text: text,
  Int: { expected: 'a whole number of at most 32 bits', holds: isInt },
  BigInt: {
    expected: 'a whole number of at most 64 bits; in quotes beyond 9007199254740991',
    holds: (value) => longInteger(value) !== undefined,
  },
  Float: {
    expected: 'a number between ±1.797e308',
    holds: (value) => typeof value === 'number' && Math.abs(value) <= 1.797e308,
  },
  Decimal: { expected: 'a number, or one in quotes such as "9.99", without an exponent', holds: isDecimal },
  Boolean: { expected: 'true or false', holds: (value) => typeof value === 'boolean' },
  Date: { expected: 'a day such as "2026-01-31", with a year from 1 to 9999', holds: isDay },
  DateTime: {
    expected: '"now" or a date such as "2026-01-31T09:00:00Z", with a year from 1 to 9999 in UTC',
    holds: isDateTime,
  },
  Json: { expected: 'JSON other than null, of text that a database can store', holds: isStorableJson },
};
