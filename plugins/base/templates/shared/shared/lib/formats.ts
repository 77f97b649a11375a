import { z } from 'zod';

/** An e-mail address. The length is checked first, so that the expression stays fast. */
export const email = z
  .string()
  .max(254, { error: 'Expected at most 254 characters', abort: true })
  .check(
    z.email({
      pattern:
        /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+.-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/,
      error: 'Expected an e-mail address such as name@example.com',
    }),
  );

/** A web address. Other schemes are refused: a link to `javascript:` would run code. */
export const url = z
  .string()
  .max(1_000, { error: 'Expected at most 1000 characters', abort: true })
  .regex(/^https?:\/\/\S+$/i, {
    error: 'Expected an address such as https://example.com',
    abort: true,
  })
  .check(z.url({ error: 'Expected an address such as https://example.com' }));

/** An international phone number (E.164). Spaces and punctuation are removed. */
export const phone = z
  .string()
  .max(50, { error: 'Expected at most 50 characters', abort: true })
  .overwrite((value) => value.replaceAll(/[\s()./-]/g, ''))
  .regex(/^\+[1-9]\d{6,14}$/, {
    error: 'Expected a number with its country code such as +49 30 123456',
  });

/** A part of an address: words of lower-case letters and digits, separated by hyphens. */
export const slug = z
  .string()
  .max(200, { error: 'Expected at most 200 characters', abort: true })
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, {
    error: 'Expected lower-case letters, digits and hyphens such as a-new-page',
  });

/** A color in hexadecimal notation, in lower case. */
export const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, { error: 'Expected a color such as #1a2b3c' })
  .toLowerCase();

/** A day of the calendar, without a time and a time zone. */
export const date = z.iso
  .date({ error: 'Expected a day such as 2026-01-31' })
  .refine((value) => !value.startsWith('0000'), { error: 'Expected a year from 1 to 9999' });
