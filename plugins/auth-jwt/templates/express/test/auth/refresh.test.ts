import { expect, test } from 'vitest';
import { authConfig } from '../../server/lib/auth/config';
import { db } from '../../server/lib/db';
import { cookieOf, useAuthApi } from './support';

const { send, register } = useAuthApi();

const byBody = (refreshToken: string) => send('refresh', { body: { refreshToken } });
const byCookie = (refreshToken: string) =>
  send('refresh', { method: 'POST', headers: { Cookie: cookieOf('refresh_token', refreshToken) } });

/** As if the last refresh had been longer ago. */
async function afterGrace(): Promise<void> {
  await db.session.updateMany({ data: { refreshedAt: new Date(Date.now() - 60_000) } });
}

test('a token is good for one refresh', async () => {
  const { refreshToken } = await register();
  const { status, body } = await byBody(refreshToken);
  expect(status).toBe(200);
  expect(body.refreshToken).not.toBe(refreshToken);
  const again = await byBody(refreshToken);
  expect([again.status, again.body.code]).toEqual([401, 'invalid_refresh_token']);
  expect((await byBody(body.refreshToken)).status).toBe(200);
});

test('the database keeps no token', async () => {
  const { refreshToken, accessToken } = await register();
  const kept = JSON.stringify(await db.session.findMany());
  expect(kept).not.toContain(refreshToken);
  expect(kept).not.toContain(accessToken);
});

test('tabs that refresh at once get the same successor, and the session stays one', async () => {
  const { refreshToken, user } = await register();
  const answers = await Promise.all(Array.from({ length: 8 }, () => byCookie(refreshToken)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map(({ body }) => body.refreshToken)).size).toBe(1);
  const sessions = await db.session.findMany({ where: { userId: user.id } });
  expect(sessions.map(({ generation }) => generation)).toEqual([1]);
});

test('of programs that refresh at once one is answered, and the session lives on', async () => {
  const { refreshToken } = await register();
  const answers = await Promise.all(Array.from({ length: 8 }, () => byBody(refreshToken)));
  const fine = answers.filter(({ status }) => status === 200);
  expect(fine).toHaveLength(1);
  expect((await byBody(fine[0]?.body.refreshToken ?? '')).status).toBe(200);
});

test.each([
  ['the body', byBody],
  ['a cookie', byCookie],
])('a used token that turns up later in %s ends the session', async (_, present) => {
  const { refreshToken, headers } = await register();
  const { body } = await byBody(refreshToken);
  await afterGrace();
  expect((await present(refreshToken)).status).toBe(401);
  expect((await byBody(body.refreshToken)).status).toBe(401);
  expect((await send('me', { headers })).status).toBe(401);
});

test('a token from before the one before ends the session, however soon', async () => {
  const { refreshToken } = await register();
  const second = await byBody(refreshToken);
  const third = await byBody(second.body.refreshToken);
  expect((await byCookie(refreshToken)).status).toBe(401);
  expect((await byBody(third.body.refreshToken)).status).toBe(401);
});

test('an access token refreshes nothing, and a refresh token opens nothing', async () => {
  const { accessToken, refreshToken } = await register();
  expect((await byBody(accessToken)).status).toBe(401);
  const headers = { Authorization: `Bearer ${refreshToken}` };
  expect((await send('me', { headers })).status).toBe(401);
});

test('a session that is over is not refreshed', async () => {
  const { refreshToken, user } = await register();
  await db.session.updateMany({ where: { userId: user.id }, data: { expiresAt: new Date(0) } });
  expect((await byBody(refreshToken)).status).toBe(401);
});

test('who is gone is told no more than that the token is not valid', async () => {
  const { refreshToken, user } = await register();
  await db.user.delete({ where: { id: user.id } });
  expect((await byBody(refreshToken)).status).toBe(401);
});

test('a session ends some time after it began, however often it is refreshed', async () => {
  const { refreshToken, user } = await register();
  const { sessionLifetime } = authConfig;
  const end = new Date(Date.now() + 60_000);
  const createdAt = new Date(end.getTime() - sessionLifetime * 1000);
  await db.session.updateMany({ where: { userId: user.id }, data: { createdAt } });
  expect((await byBody(refreshToken)).status).toBe(200);
  const [session] = await db.session.findMany({ where: { userId: user.id } });
  expect(session?.expiresAt).toEqual(end);
});
