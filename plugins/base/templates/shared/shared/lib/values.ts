import { z } from 'zod';

export { decimal } from './decimal';
export { color, date, email, phone, slug, url } from './formats';

/** A string of any length without characters that databases cannot store. */
export const text = z
  .string()
  .refine(isStorable, { error: 'Expected text without NUL and unpaired surrogates' });

/** A string short enough for sorting: the URL of the next page contains the last value. */
export const line = text.max(1_000, { error: 'Expected at most 1000 characters' });

/** Refuses strings that contain only whitespace. */
export const notBlank = z.regex(/\S/, { error: 'Must not be blank' });

function isStorable(value: string): boolean {
  return !value.includes('\0') && !/\p{Surrogate}/u.test(value);
}

/** A 32-bit integer. */
export const int = z.int32();

/** A number. Prisma fails with the largest numbers that JavaScript can represent. */
export const float = z.number().min(-1.797e308).max(1.797e308);

/** A timestamp in any time zone. Stored in UTC, with a year from 1 to 9999: PostgreSQL has no year 0. */
export const dateTime = z.iso
  .datetime({ offset: true, error: 'Expected a date and time such as 2026-01-31T12:00:00Z' })
  .transform((value) => new Date(value).toISOString())
  .refine((value) => /^(?!0000)\d{4}-/.test(value), {
    error: 'Expected a year from 1 to 9999 in UTC',
  });

/** A 64-bit integer, given as a string or a number. Strings in JSON and forms. */
export const bigInt = z
  .union([z.int(), z.string().regex(/^-?\d{1,19}$/), z.bigint()], {
    error: 'Expected a whole number',
  })
  .transform(BigInt)
  .pipe(z.int64());

/** Any JSON value except `null` itself, which means a missing value. */
export type Json = string | number | boolean | { [key: string]: Json | null } | (Json | null)[];

/** The maximum nesting depth of JSON values. */
const jsonDepth = 100;

export const json = z.custom<Json>((value) => value !== null && isJson(value, jsonDepth), {
  error: `Expected JSON other than null without the key __proto__, nested at most ${jsonDepth} levels deep`,
});

function isJson(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'boolean' || value === null) return true;
  if (typeof value !== 'object' || depth === 0) return false;
  return Object.entries(value).every(([key, item]) => isKey(key) && isJson(item, depth - 1));
}

/** Prisma does not store the key `__proto__`. */
function isKey(key: string): boolean {
  return isStorable(key) && key !== '__proto__';
}

/** The id of another record. */
export const id = line.min(1);

/** The ids of other records. */
export const ids = z.array(id).max(1_000, { error: 'Expected at most 1000 records' });

/** Minimum and maximum, for decimal strings. */
export function atLeast(least: string) {
  return z.refine<string>((digits) => compareDecimals(digits, least) >= 0, {
    error: `Expected at least ${least}`,
  });
}

export function atMost(most: string) {
  return z.refine<string>((digits) => compareDecimals(digits, most) <= 0, {
    error: `Expected at most ${most}`,
  });
}

/** Limits the digits after the point of decimal strings. Zeros at the end do not count. */
export function fractionDigits(most: number) {
  return z.refine<string>(
    (digits) => (digits.split('.')[1] ?? '').replace(/0+$/, '').length <= most,
    {
      error:
        most === 0 ? 'Expected a whole number' : `Expected at most ${most} digits after the point`,
    },
  );
}

/**
 * Returns a negative number, zero or a positive number if `one` is less than, equal to or greater
 * than `other`, without loss of precision.
 */
function compareDecimals(one: string, other: string): number {
  const places = Math.max(...[one, other].map((digits) => digits.split('.')[1]?.length ?? 0));
  const difference = scaled(one, places) - scaled(other, places);
  return difference < 0n ? -1 : Number(difference > 0n);
}

function scaled(digits: string, places: number): bigint {
  const [whole = '', fraction = ''] = digits.split('.');
  return BigInt(whole + fraction.padEnd(places, '0'));
}
