import { decimalPoint as point, locale } from '@/lib/i18n';

const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567);
const group = parts.find(({ type }) => type === 'group')?.value ?? ',';

/**
 * Converts a number in the user’s language to the form of the API: `1.234,50` to `1234.50`. Other
 * strings are unchanged, such as `1.234`, whose point can be either separator.
 */
export function toNumeral(text: string): string {
  const [whole = '', fraction, ...others] = text.split(point);
  if (fraction === undefined || others.length > 0 || !/^\d+(?:e[+-]?\d+)?$/i.test(fraction))
    return text;
  const [first = '', ...groups] = whole.split(group);
  const isNumber =
    /^-?\d+$/.test(first) &&
    groups.every((digits) => /^\d{3}$/.test(digits)) &&
    (groups.length === 0 || first.replace('-', '').length <= 3);
  return isNumber ? `${first}${groups.join('')}.${fraction}` : text;
}

/** Converts a number of the API to the user’s language, with at least so many digits: `1234,50`. */
export function fromNumeral(text: string, scale = 0): string {
  const [, whole, fraction = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return text;
  const digits = fraction.padEnd(scale, '0');
  return digits === '' ? whole : whole + point + digits;
}
