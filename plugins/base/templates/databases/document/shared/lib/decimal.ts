import { z } from 'zod';

/**
 * A decimal number, given as a string or a number. Stored as a string without redundant zeros, so
 * that equal numbers are equal strings.
 */
export const decimal = z
  .union([z.number(), z.string()], { error: 'Expected a number such as 12.50' })
  .transform(String)
  .pipe(
    z
      .string()
      .regex(/^-?\d+(\.\d+)?$/, { error: 'Expected a number such as 12.50', abort: true })
      .regex(/^-?0*\d{1,35}(\.\d{1,30})?$/, {
        error: 'Expected at most 35 digits before the point and 30 after it',
      }),
  )
  .transform(plainest);

function plainest(digits: string): string {
  const [whole = '', fraction = ''] = digits.replace(/^-/, '').split('.');
  const kept = fraction.replace(/0+$/, '');
  const number = `${whole.replace(/^0+(?=\d)/, '')}${kept === '' ? '' : `.${kept}`}`;
  return digits.startsWith('-') && number !== '0' ? `-${number}` : number;
}
