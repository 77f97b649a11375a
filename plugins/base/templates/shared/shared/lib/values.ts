import { z } from 'zod';

/** A whole number of 32 bits. */
export const int = z.int32();

/** An instant, in any time zone; kept in UTC. */
export const dateTime = z.iso
  .datetime({ offset: true, error: 'Expected a date and time such as 2026-01-31T12:00:00Z' })
  .transform((text) => new Date(text).toISOString());

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
      .refine((text) => text.replaceAll(/^-?0*|\./g, '').length <= precision, {
        error: `Expected at most ${precision} digits`,
      }),
  );

/** The id of another record. */
export const id = z.string().min(1);
