const dateTimes = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const numbers = new Intl.NumberFormat(undefined, {
  maximumFractionDigits: 20,
  useGrouping: 'min2',
});

/** Formats an ISO 8601 timestamp in the user’s language and time zone. */
export function formatDateTime(value: string): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? value : dateTimes.format(date);
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
