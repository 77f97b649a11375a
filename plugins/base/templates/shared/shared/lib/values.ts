import { z } from 'zod';

/** Text of any length, of characters a database gives back as it got them. */
export const text = z
  .string()
  .refine(isStorable, { error: 'Expected text without NUL or halves of characters' });

/** A text short enough to sort by: the address of a list's next page holds the last value of the page before. */
export const line = text.max(1_000, { error: 'Expected at most 1000 characters' });

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

/** Digits a number keeps in SQLite. */
const precision = 15;

/** A decimal number, given as a string or a number; a string from here on, so that no digit is lost. */
export const decimal = z
  .union([z.number(), z.string()], { error: 'Expected a number such as 12.50' })
  .transform(String)
  .pipe(
    z
      .string()
      .regex(/^-?\d+(\.\d+)?$/, { error: 'Expected a number such as 12.50' })
      .refine((digits) => digits.replaceAll(/^-?0*|\./g, '').length <= precision, {
        error: `Expected at most ${precision} digits`,
      }),
  );

/** The id of another record. */
export const id = line.min(1);

/** The ids of other records. */
export const ids = z.array(id).max(1_000, { error: 'Expected at most 1000 records' });
