import { z } from 'zod';

/** A decimal number, given as a string or a number. Kept as a string to preserve all digits. */
export const decimal = z
  .union([z.number(), z.string()], { error: 'Expected a number such as 12.50' })
  .transform(String)
  .pipe(
    z
      .string()
      .regex(/^-?\d+(\.\d+)?$/, { error: 'Expected a number such as 12.50', abort: true })
      // The precision of a decimal column.
      .regex(/^-?0*\d{1,35}(\.\d{1,30})?$/, {
        error: 'Expected at most 35 digits before the point and 30 after it',
      }),
  );
