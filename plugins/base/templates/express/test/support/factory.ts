/** Returns a different timestamp for every number. */
export function day(count: number): string {
  return new Date(Date.UTC(2026, 0, count)).toISOString();
}

/** Returns the start of the day (UTC) that many days before `now`. */
export function daysAgo(count: number, now = new Date()): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - count));
}

/** Returns the day of a timestamp in UTC: `2026-01-31`. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

export async function idOf(record: Promise<{ readonly id: string }>): Promise<string> {
  return (await record).id;
}

/** Returns a value from the list. Consecutive numbers cycle through the values. */
export function oneOf<Value>(values: readonly [Value, ...Value[]], count: number): Value {
  return values[count % values.length] ?? values[0];
}

/** Returns a number in capital letters: `AAB` for 1, with a width of 3. */
export function letters(count: number, width: number): string {
  const digits = [];
  for (let rest = count; rest > 0; rest = Math.floor(rest / 26)) {
    digits.unshift(String.fromCodePoint(65 + (rest % 26)));
  }
  return digits.join('').padStart(width, 'A');
}
