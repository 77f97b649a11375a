import { expect, test } from 'vitest';
import { authConfig } from '../../server/lib/auth/config';
import { db } from '../../server/lib/db';
import { cookieOf, useAuthApi } from './support';

const { send, register } = useAuthApi();

const byBody = (refreshToken: string) => send('refresh', { body: { refreshToken } });
const byCookie = (refreshToken: string) =>
  send('refresh', { method: 'POST', headers: { Cookie: cookieOf('refresh_token', refreshToken) } });

/** Simulates that the grace period is over. */
async function afterGrace(): Promise<void> {
  await db.session.updateMany({ data: { refreshedAt: new Date(Date.now() - 60_000) } });
}

test('accepts a token once', async () => {
  const { refreshToken } = await register();
  const { status, body } = await byBody(refreshToken);
  expect(status).toBe(200);
  expect(body.refreshToken).not.toBe(refreshToken);
  const again = await byBody(refreshToken);
  expect([again.status, again.body.code]).toEqual([401, 'invalid_refresh_token']);
  expect((await byBody(body.refreshToken)).status).toBe(200);
});

test('stores no token in the database', async () => {
  const { refreshToken, accessToken } = await register();
  const kept = JSON.stringify(await db.session.findMany());
  expect(kept).not.toContain(refreshToken);
  expect(kept).not.toContain(accessToken);
});

test('gives concurrent tabs the same successor and keeps one session', async () => {
  const { refreshToken, user } = await register();
  const answers = await Promise.all(Array.from({ length: 8 }, () => byCookie(refreshToken)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map(({ body }) => body.refreshToken)).size).toBe(1);
  const sessions = await db.session.findMany({ where: { userId: user.id } });
  expect(sessions.map(({ generation }) => generation)).toEqual([1]);
});

test('accepts one concurrent refresh by body and keeps the session', async () => {
  const { refreshToken } = await register();
  const answers = await Promise.all(Array.from({ length: 8 }, () => byBody(refreshToken)));
  const fine = answers.filter(({ status }) => status === 200);
  expect(fine).toHaveLength(1);
  expect((await byBody(fine[0]?.body.refreshToken ?? '')).status).toBe(200);
});

test.each([
  ['the body', byBody],
  ['a cookie', byCookie],
])('ends the session if a used token is reused later in %s', async (_, present) => {
  const { refreshToken, headers } = await register();
  const { body } = await byBody(refreshToken);
  await afterGrace();
  expect((await present(refreshToken)).status).toBe(401);
  expect((await byBody(body.refreshToken)).status).toBe(401);
  expect((await send('me', { headers })).status).toBe(401);
});

test('ends the session if an older token is reused at any time', async () => {
  const { refreshToken } = await register();
  const second = await byBody(refreshToken);
  const third = await byBody(second.body.refreshToken);
  expect((await byCookie(refreshToken)).status).toBe(401);
  expect((await byBody(third.body.refreshToken)).status).toBe(401);
});

test('accepts neither access tokens for refreshing nor refresh tokens for access', async () => {
  const { accessToken, refreshToken } = await register();
  expect((await byBody(accessToken)).status).toBe(401);
  const headers = { Authorization: `Bearer ${refreshToken}` };
  expect((await send('me', { headers })).status).toBe(401);
});

test('does not refresh an ended session', async () => {
  const { refreshToken, user } = await register();
  await db.session.updateMany({ where: { userId: user.id }, data: { expiresAt: new Date(0) } });
  expect((await byBody(refreshToken)).status).toBe(401);
});

test('refuses the token of a deleted user as invalid', async () => {
  const { refreshToken, user } = await register();
  await db.user.delete({ where: { id: user.id } });
  expect((await byBody(refreshToken)).status).toBe(401);
});

test('ends a session after its maximum lifetime despite refreshes', async () => {
  const { refreshToken, user } = await register();
  const { sessionLifetime } = authConfig;
  const end = new Date(Date.now() + 60_000);
  const createdAt = new Date(end.getTime() - sessionLifetime * 1000);
  await db.session.updateMany({ where: { userId: user.id }, data: { createdAt } });
  expect((await byBody(refreshToken)).status).toBe(200);
  const [session] = await db.session.findMany({ where: { userId: user.id } });
  expect(session?.expiresAt).toEqual(end);
});
