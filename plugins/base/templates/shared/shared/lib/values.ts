import { z } from 'zod';

export { decimal } from './decimal';

/** Text of any length, of characters a database gives back as it got them. */
export const text = z
  .string()
  .refine(isStorable, { error: 'Expected text without NUL or halves of characters' });

/** A text short enough to sort by: the address of a list's next page holds the last value of the page before. */
export const line = text.max(1_000, { error: 'Expected at most 1000 characters' });

/** What a required text has to be: blanks alone can't be seen, and say nothing. */
export const notBlank = z.regex(/\S/, { error: 'Expected more than blanks' });

function isStorable(value: string): boolean {
  return !value.includes('\0') && !/\p{Surrogate}/u.test(value);
}

/** A whole number of 32 bits. */
export const int = z.int32();

/** An instant of the years 0 to 9999, in any time zone; kept in UTC. */
export const dateTime = z.iso
  .datetime({ offset: true, error: 'Expected a date and time such as 2026-01-31T12:00:00Z' })
  .transform((value) => new Date(value).toISOString())
  .refine((value) => /^\d{4}-/.test(value), { error: 'Expected a year from 0 to 9999' });

/** A whole number of 64 bits, given as a string or a number; JSON and a form have it as a string. */
export const bigInt = z
  .union([z.int(), z.string().regex(/^-?\d{1,19}$/), z.bigint()], {
    error: 'Expected a whole number',
  })
  .transform(BigInt)
  .pipe(z.int64());

/** What JSON can hold, but for `null` by itself: that stands for no value. */
export type Json = string | number | boolean | { [key: string]: Json | null } | (Json | null)[];

/** Lists and objects may lie this deep in one another. */
const jsonDepth = 100;

export const json = z.custom<Json>((value) => value !== null && isJson(value, jsonDepth), {
  error: `Expected JSON other than null, nested at most ${jsonDepth} levels deep`,
});

function isJson(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'boolean' || value === null) return true;
  if (typeof value !== 'object' || depth === 0) return false;
  return Object.entries(value).every(([key, item]) => isStorable(key) && isJson(item, depth - 1));
}

/** The id of another record. */
export const id = line.min(1);

/** The ids of other records. */
export const ids = z.array(id).max(1_000, { error: 'Expected at most 1000 records' });

/** At least and at most, for the digits of decimal numbers. */
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

/** Negative, zero or positive as `one` is less than, equal to or greater than `other`; no digit is lost. */
function compareDecimals(one: string, other: string): number {
  const places = Math.max(...[one, other].map((digits) => digits.split('.')[1]?.length ?? 0));
  const difference = scaled(one, places) - scaled(other, places);
  return difference < 0n ? -1 : Number(difference > 0n);
}

function scaled(digits: string, places: number): bigint {
  const [whole = '', fraction = ''] = digits.split('.');
  return BigInt(whole + fraction.padEnd(places, '0'));
}

/** For `JSON.stringify`: whole numbers of 64 bits go out as strings. */
export function bigIntAsString(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
