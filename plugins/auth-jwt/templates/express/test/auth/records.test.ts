import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPasswords } from '../../server/lib/auth/passwords';
import { db } from '../../server/lib/db';
import { log } from '../../server/lib/log';
import { password, useAuthApi } from './support';

const { send, register } = useAuthApi();

let written = '';

beforeEach(() => {
  written = '';
  log.level = 'info';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  log.level = 'silent';
});

test('logs the events without secrets', async () => {
  const { email, user, accessToken, refreshToken, headers } = await register();
  await send('login', { body: { email, password: 'Canary-of-tests-1' } });
  await send('refresh', { body: { refreshToken } });
  await send('logout', { method: 'POST', headers });
  const events = written
    .split('\n')
    .filter((line) => line.includes('"event"'))
    .map((line) => JSON.parse(line));
  expect(events.map(({ event, outcome }) => `${event} ${outcome}`)).toEqual([
    'register ok',
    'login refused',
    'refresh ok',
    'logout ok',
  ]);
  expect(events[0]).toEqual({
    time: expect.stringMatching(/Z$/),
    level: 'info',
    msg: 'audit',
    requestId: expect.any(String),
    event: 'register',
    userId: user.id,
    sessionId: expect.any(String),
    ip: expect.any(String),
    outcome: 'ok',
    data: { methods: 'pwd' },
  });
  for (const secret of [password, 'Canary', accessToken, refreshToken, email]) {
    expect(written).not.toContain(secret);
  }
});

test('renews a hash of another cost at the next login only', async () => {
  const { email, user } = await register();
  const where = { id: user.id };
  await db.user.update({
    where,
    data: { password: await createPasswords({ cost: 5 }).hash(password) },
  });
  const stored = async () =>
    (await db.user.findUniqueOrThrow({ where, select: { password: true } })).password;
  await send('login', { body: { email, password: 'Password2' } });
  expect(await stored()).toMatch(/^\$2b\$05\$/);
  await send('login', { body: { email, password } });
  expect(await stored()).toMatch(/^\$2b\$04\$/);
  expect((await send('login', { body: { email, password } })).status).toBe(200);
});
