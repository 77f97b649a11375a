import { z } from 'zod';

/** Digits a number keeps in SQLite. */
const precision = 15;

/** A decimal number, given as a string or a number; a string from here on, so that no digit is lost. */
export const decimal = z
  .union([z.number(), z.string()], { error: 'Expected a number such as 12.50' })
  .transform(String)
  .pipe(
    z
      .string()
      .regex(/^-?\d+(\.\d+)?$/, { error: 'Expected a number such as 12.50', abort: true })
      .refine((digits) => digits.replaceAll(/^-?0*|\./g, '').length <= precision, {
        error: `Expected at most ${precision} digits`,
      }),
  );
