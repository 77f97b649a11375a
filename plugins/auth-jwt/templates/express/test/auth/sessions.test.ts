import { expect, test, vi } from 'vitest';
import { passwords } from '../../server/lib/auth/passwords';
import { db } from '../../server/lib/db';
import { cookieOf, password, useAuthApi } from './support';

const { send, register } = useAuthApi();

/** Creates another session for an account. */
async function login(email: string) {
  const { body } = await send('login', { body: { email, password } });
  return { ...body, headers: { Authorization: `Bearer ${body.accessToken}` } };
}

test('ends the session at logout and accepts a repeated logout', async () => {
  const { headers, refreshToken } = await register();
  const out = await send('logout', { method: 'POST', headers });
  expect(out.status).toBe(204);
  expect(out.cookies.set).toHaveLength(2);
  for (const cookie of out.cookies.set)
    expect(cookie).toMatch(/^[\w-]+=; .*Expires=Thu, 01 Jan 1970/);
  expect((await send('me', { headers })).status).toBe(401);
  expect((await send('refresh', { body: { refreshToken } })).status).toBe(401);
  expect((await send('logout', { method: 'POST', headers })).status).toBe(204);
});

test('returns the current user, and null for a visitor', async () => {
  const { headers, user, accessToken, refreshToken } = await register();
  const whoIs = async (sent: Readonly<Record<string, string>>) => {
    const { status, body } = await send('session', { headers: sent });
    return status === 200 ? body.user : status;
  };
  expect(await whoIs({})).toBeNull();
  expect(await whoIs(headers)).toEqual(user);
  expect(await whoIs({ Cookie: cookieOf('access_token', accessToken) })).toEqual(user);
  // With a refresh token, the session can be renewed or cleared.
  expect(await whoIs({ Cookie: cookieOf('refresh_token', refreshToken) })).toBe(401);
  await send('logout', { method: 'POST', headers });
  expect(await whoIs(headers)).toBe(401);
});

test('returns the end of the session', async () => {
  const { headers, user } = await register();
  const expiresAt = new Date('2999-01-01');
  await db.session.updateMany({ where: { userId: user.id }, data: { expiresAt } });
  expect((await send('session', { headers })).body).toEqual({
    user,
    expires: expiresAt.toISOString(),
  });
  expect((await send('session')).body).toEqual({ user: null });
});

test('logs out with only a refresh token', async () => {
  const { headers, refreshToken } = await register();
  expect((await send('logout', { body: { refreshToken } })).status).toBe(204);
  expect((await send('me', { headers })).status).toBe(401);
});

test('lists sessions newest first, without secrets', async () => {
  const { email, user } = await register();
  const { headers } = await login(email);
  const { body } = await send('sessions', { headers });
  const sessions = body as unknown as Readonly<Record<string, unknown>>[];
  expect(sessions.map(({ current }) => current)).toEqual([true, false]);
  const stored = await db.session.findFirstOrThrow({ where: { userId: user.id } });
  for (const secret of [stored.refreshToken, stored.tokenId]) {
    expect(JSON.stringify(sessions)).not.toContain(secret);
  }
});

test('lets only the owner end a session', async () => {
  const [ann, bob] = [await register(), await register()];
  const [session] = await db.session.findMany({ where: { userId: ann.user.id } });
  const path = `sessions/${session?.id}`;
  expect((await send(path, { method: 'DELETE', headers: bob.headers })).status).toBe(404);
  expect((await send('me', ann)).status).toBe(200);
  expect((await send(path, { method: 'DELETE', headers: ann.headers })).status).toBe(204);
  expect((await send('me', ann)).status).toBe(401);
});

test('needs a recent sign-in to end other sessions, but not the current one', async () => {
  const { email, user, headers } = await register();
  const other = await login(email);
  await db.session.updateMany({
    where: { userId: user.id },
    data: { authenticatedAt: new Date(Date.now() - 600_001) },
  });
  const [newest, current] = await db.session.findMany({
    where: { userId: user.id },
    orderBy: { createdAt: 'desc' },
  });
  const end = (path: string) => send(path, { method: 'DELETE', headers });
  for (const path of ['sessions', 'sessions?all=true', `sessions/${newest?.id}`]) {
    const body = { code: 'recent_sign_in_required' };
    expect(await end(path)).toMatchObject({ status: 403, body });
  }
  expect((await end(`sessions/${current?.id}`)).status).toBe(204);
  expect((await send('me', { headers })).status).toBe(401);
  expect((await send('me', other)).status).toBe(200);
});

test('ends all other sessions, or all sessions', async () => {
  const first = await register();
  const second = await login(first.email);
  const headers = second.headers;
  expect((await send('sessions', { method: 'DELETE', headers })).status).toBe(204);
  expect((await send('me', first)).status).toBe(401);
  expect((await send('me', second)).status).toBe(200);
  expect((await send('sessions?all=true', { method: 'DELETE', headers })).status).toBe(204);
  expect((await send('me', second)).status).toBe(401);
});

test('requires the current password for a change and ends the other sessions', async () => {
  const first = await register();
  const { headers } = await login(first.email);
  const newPassword = `${password}-2`;
  const change = (currentPassword: string) =>
    send('password', { method: 'PUT', headers, body: { currentPassword, newPassword } });
  const refused = await change('Password3');
  expect([refused.status, refused.body.code]).toEqual([403, 'invalid_password']);
  expect((await change(password)).status).toBe(204);
  expect((await send('me', first)).status).toBe(401);
  expect((await send('me', { headers })).status).toBe(200);
  const body = { email: first.email, password };
  expect((await send('login', { body })).status).toBe(401);
  expect((await send('login', { body: { ...body, password: newPassword } })).status).toBe(200);
});

test('deletes expired sessions during other requests', async () => {
  const { email, user } = await register();
  await db.session.updateMany({ where: { userId: user.id }, data: { expiresAt: new Date(0) } });
  await login(email);
  expect(await db.session.count({ where: { userId: user.id } })).toBe(1);
});

test('accepts one of two concurrent password changes and refuses the other', async () => {
  const { email, headers } = await register();
  const { matches } = passwords;
  let compared = 0;
  let meet = () => {};
  const met = new Promise<void>((resolve) => (meet = resolve));
  vi.spyOn(passwords, 'matches').mockImplementation(async (...given) => {
    const isEqual = await matches(...given);
    compared += 1;
    if (compared === 2) meet();
    await met;
    return isEqual;
  });
  const wanted = ['Another-horse-battery-1', 'A-third-horse-battery-1'];
  const answers = await Promise.all(
    wanted.map((newPassword) => {
      const body = { currentPassword: password, newPassword };
      return send('password', { method: 'PUT', headers, body });
    }),
  );
  vi.restoreAllMocks();
  const statuses = answers.map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([204, 403]);
  const held = wanted[statuses.indexOf(204)];
  expect((await send('login', { body: { email, password: held } })).status).toBe(200);
});
