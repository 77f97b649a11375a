import { locale } from '@/lib/i18n';

const dateTimes = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
const days = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
const numbers = new Intl.NumberFormat(locale, {
  maximumFractionDigits: 20,
  useGrouping: 'min2',
});

/** Formats an ISO 8601 timestamp in the user’s language and time zone. */
export function formatDateTime(value: string): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? value : dateTimes.format(date);
}

/** Formats a day such as `2026-01-31` in the user’s language. A day is the same in every time zone. */
export function formatDate(value: string): string {
  const date = new Date(`${value}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? value : dates.format(date);
}

const decimals = new Map<string, Intl.NumberFormat>();

interface DecimalLook {
  /** The number of digits after the point. Without it, no digits are added. */
  scale?: number | undefined;
  /** The currency (ISO 4217). */
  currency?: string | undefined;
}

/** Formats a decimal with all its digits in the user’s language: `€60.50` for `60.5`. */
export function formatDecimal(value: string, { scale = 0, currency }: DecimalLook = {}): string {
  const key = `${currency} ${scale}`;
  const format = decimals.get(key) ?? decimalFormat(scale, currency);
  decimals.set(key, format);
  return isNumeral(value) ? format.format(value) : value;
}

function decimalFormat(scale: number, currency: string | undefined): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: scale,
    maximumFractionDigits: 20,
    ...(currency === undefined ? { useGrouping: 'min2' } : { style: 'currency', currency }),
  });
}

function isNumeral(value: string): value is `${number}` {
  return /^-?\d+(\.\d+)?$/.test(value);
}

/** Formats a day without its year. */
export function formatDay(date: Date): string {
  return days.format(date);
}

export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** Formats an enum value: `In transit` for `IN_TRANSIT`. */
export function formatName(value: string): string {
  const words = value.replaceAll('_', ' ').trim();
  const text = words === words.toUpperCase() ? words.toLowerCase() : words;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
