import { expect, test } from 'vitest';
import { lastWeeks } from '@/lib/weeks';

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
