import { expect, test } from 'vitest';
import { isoDay, lastWeeks } from '@/lib/weeks';

test.each([
  ['a Monday', new Date(2026, 4, 11, 0, 0)],
  ['a Sunday', new Date(2026, 4, 17, 23, 59)],
])('ends with the week of %s', (_, now) => {
  const [before, current] = lastWeeks(now, 2);
  expect(before).toEqual({ start: new Date(2026, 4, 4), end: new Date(2026, 4, 11) });
  expect(current).toEqual({ start: new Date(2026, 4, 11), end: new Date(2026, 4, 18) });
});

test('has no gaps, also when the clocks or the year change', () => {
  const weeks = lastWeeks(new Date(2026, 11, 31), 60);
  expect(weeks).toHaveLength(60);
  for (const [index, { start, end }] of weeks.entries()) {
    expect([start.getDay(), start.getHours()]).toEqual([1, 0]);
    expect(end).toEqual(weeks[index + 1]?.start ?? new Date(2027, 0, 4));
  }
});

test('names the day of a time in the time zone of the user', () => {
  expect(isoDay(new Date(2026, 0, 31, 0, 0))).toBe('2026-01-31');
  expect(isoDay(new Date(2026, 8, 5, 23, 59))).toBe('2026-09-05');
});
