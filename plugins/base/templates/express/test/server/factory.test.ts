import { expect, it } from 'vitest';
import { daysAgo } from '../support/factory';

it('counts days back across months in UTC', () => {
  const now = new Date('2026-03-01T23:30:00Z');
  expect(daysAgo(0, now).toISOString()).toBe('2026-03-01T00:00:00.000Z');
  expect(daysAgo(2, now).toISOString()).toBe('2026-02-27T00:00:00.000Z');
});
