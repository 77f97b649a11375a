import { z } from 'zod';

/** The decimal digits that SQLite stores. */
const precision = 15;

/** A decimal number, given as a string or a number. Kept as a string to preserve all digits. */
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
