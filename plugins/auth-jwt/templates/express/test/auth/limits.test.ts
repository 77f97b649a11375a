import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { authConfig } from '../../server/lib/auth/config';
import { db } from '../../server/lib/db';
import { password, useAuthApi } from './support';

const { send, register } = useAuthApi();
const { rateLimit } = authConfig;
let strangers = 0;
/**
 * Returns invalid credentials. The account differs each time, because attempts on one account are
 * throttled.
 */
const wrong = () => ({ email: `nobody-${(strangers += 1)}@example.com`, password });

// Freezes the clock: a busy machine may need longer than the shortest delay between attempts.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('limits the attempts per minute and address across all routes', async () => {
  const ip = '198.51.100.1';
  const paths = Array.from(
    { length: rateLimit },
    (_, at) => ['login', 'register', 'refresh'][at % 3],
  );
  const answers = [];
  for (const path of paths) answers.push(await send(path ?? '', { body: {}, ip }));
  const statuses = paths.map((path) => (path === 'refresh' ? 401 : 422));
  expect(answers.map(({ status }) => status)).toEqual(statuses);
  expect(answers.at(-1)?.headers.get('RateLimit')).toMatch(/^"auth"; r=0; t=\d+$/);
  const refused = await send('login', { body: wrong(), ip });
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({
    type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
    code: 'too_many_requests',
    'violated-policies': ['auth'],
  });
  expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(60);
  expect((await send('login', { body: wrong(), ip: '198.51.100.2' })).status).toBe(401);
});

test('enforces the limit for concurrent attempts', async () => {
  const ip = '198.51.100.3';
  const answers = await Promise.all(
    Array.from({ length: rateLimit + 15 }, () => send('login', { body: wrong(), ip })),
  );
  expect(answers.filter(({ status }) => status !== 429)).toHaveLength(rateLimit);
});

test('counts an IPv6 network as one address', async () => {
  const network = Array.from({ length: rateLimit }, (_, host) => `2001:db8:1:2::${host + 1}`);
  for (const ip of network) await send('login', { body: wrong(), ip });
  const refused = await send('login', { body: wrong(), ip: '2001:DB8:1:2:ffff::1' });
  expect(refused.status).toBe(429);
  expect((await send('login', { body: wrong(), ip: '2001:db8:1:3::1' })).status).toBe(401);
});

test('ignores spoofed entries in the forwarded address', async () => {
  for (let count = 0; count < rateLimit; count += 1) {
    await send('login', { body: wrong(), ip: `10.0.0.${count}, 198.51.100.4` });
  }
  const refused = await send('login', { body: wrong(), ip: '10.0.0.9, 198.51.100.4' });
  expect(refused.status).toBe(429);
});

test('does not limit signed-in users', async () => {
  const ip = '198.51.100.5';
  const { headers, refreshToken } = await register();
  for (let count = 0; count < rateLimit; count += 1) await send('login', { body: wrong(), ip });
  expect((await send('me', { headers, ip })).status).toBe(200);
  const refreshed = await send('refresh', { body: { refreshToken }, ip });
  expect(refreshed.status).toBe(200);
  expect(refreshed.headers.get('RateLimit')).toMatch(/^"auth"; r=0; t=\d+$/);
  expect(refreshed.headers.has('Retry-After')).toBe(false);
  expect((await send('logout', { method: 'POST', headers, ip })).status).toBe(204);
});

test('ends the session of a reused token even when no attempt is left', async () => {
  const ip = '198.51.100.6';
  const { headers, refreshToken, user } = await register();
  const { body } = await send('refresh', { body: { refreshToken } });
  const refreshedAt = new Date(Date.now() - authConfig.refreshGrace - 1);
  await db.session.updateMany({ where: { userId: user.id }, data: { refreshedAt } });
  for (let count = 0; count < rateLimit; count += 1) await send('login', { body: wrong(), ip });
  expect((await send('refresh', { body: { refreshToken }, ip })).status).toBe(429);
  expect((await send('me', { headers })).status).toBe(401);
  expect((await send('refresh', { body: { refreshToken: body.refreshToken } })).status).toBe(401);
});

test('sends Retry-After only with a refusal', async () => {
  const ip = '198.51.100.7';
  const { headers, refreshToken } = await register();
  const change = { currentPassword: password, newPassword: `${password}2` };
  for (let count = 0; count < rateLimit - 1; count += 1) await send('login', { body: wrong(), ip });
  const last = await send('login', { body: wrong(), ip });
  const refused = await send('login', { body: wrong(), ip });
  const refreshed = await send('refresh', { body: { refreshToken }, ip });
  const changed = await send('password', { method: 'PUT', body: change, headers, ip });
  const answers = [last, refused, refreshed, changed];
  expect(answers.map(({ status }) => status)).toEqual([401, 429, 200, 429]);
  const waits = answers.map((answer) => answer.headers.has('Retry-After'));
  expect(waits).toEqual([false, true, false, true]);
});

test('slows down guessing on one account from many addresses but admits the owner', async () => {
  const { email, headers } = await register();
  const guess = { email, password: 'Password2' };
  const statuses = [];
  for (let count = 0; count < 12; count += 1) {
    statuses.push((await send('login', { body: guess })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 11 }, () => 401), 429]);
  const right = { email, password };
  expect((await send('login', { body: right })).status).toBe(429);
  expect((await send('login', { body: right, headers })).status).toBe(200);
});
