import { expect, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';

test('returns each port once and only ports outside of the ephemeral range', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, () => freePort()));
  expect(new Set(ports).size).toBe(ports.length);
  expect(ports.filter((port) => port < 1024 || port >= 32_768)).toEqual([]);
});
