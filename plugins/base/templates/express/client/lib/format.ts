const dateTimes = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const numbers = new Intl.NumberFormat(undefined, {
  maximumFractionDigits: 20,
  useGrouping: 'min2',
});

/** An ISO 8601 instant in the reader's language and time zone. */
export function formatDateTime(value: string): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? value : dateTimes.format(date);
}

export function formatNumber(value: number): string {
  return numbers.format(value);
}
