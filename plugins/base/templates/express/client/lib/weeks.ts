/** A week in the user’s time zone. */
export interface Week {
  /** The start of Monday. */
  readonly start: Date;
  /** The start of the next Monday. */
  readonly end: Date;
}

/** Returns the day of a time in the user’s time zone: `2026-01-31`. */
export function isoDay(date: Date): string {
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${date.getFullYear()}-${month}-${day}`;
}

/** Returns this week and the weeks before it, the earliest first. */
export function lastWeeks(now: Date, count: number): readonly Week[] {
  const daysSinceMonday = (now.getDay() + 6) % 7;
  const dayOf = (weeks: number) =>
    // A day of a week has 23 or 25 hours when the clocks change, so no milliseconds are added.
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysSinceMonday + 7 * weeks);
  return Array.from({ length: count }, (_, index) => ({
    start: dayOf(index - count + 1),
    end: dayOf(index - count + 2),
  }));
}
