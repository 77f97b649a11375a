import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { cookieValue, login, newPassword, refreshCookie, register, type Person } from '../../support/auth-people.ts';
import { describeAuth, onSQLite } from '../../support/auth-suite.ts';
import { forge } from '../../support/auth-tokens.ts';
import { secretOf } from '../../support/auth-forgeries.ts';

describeAuth('sessions', ({ send, server }) => {
  const me = async (token: string | undefined) => (await send('GET /me', { token })).status;
  const byBody = (refreshToken: string | undefined) => send('POST /refresh', { body: { refreshToken } });
  const byCookie = (refreshToken: string) => send('POST /refresh', { cookie: refreshCookie(refreshToken) });
  const sessionsOf = ({ id }: Person) => server().database.query('SELECT * FROM "Session" WHERE "userId" = ?', id);

  test('R50 a refresh returns a new pair of tokens and invalidates the old token', async () => {
    const person = await register(send);
    const { status, json } = await byBody(person.refreshToken);
    expect(status).toBe(200);
    expect(Object.keys(json).toSorted()).toEqual(['accessToken', 'refreshToken']);
    expect(json.refreshToken).not.toBe(person.refreshToken);
    expect(json.accessToken).not.toBe(person.accessToken);
    expect(await byBody(person.refreshToken)).toMatchObject({ status: 401, json: { code: 'invalid_refresh_token' } });
    // Within the grace the session lives on.
    expect(await me(json.accessToken)).toBe(200);
    expect((await byBody(json.refreshToken)).status).toBe(200);
    expect(await sessionsOf(person)).toHaveLength(1);
  });

  test('R50 nothing at rest is a token', async () => {
    const person = await register(send);
    await byBody(person.refreshToken);
    const rows = JSON.stringify(await sessionsOf(person));
    expect(rows).not.toContain('eyJ');
    expect(rows).not.toContain(person.refreshToken.split('.')[2]);
  });

  test('R52 an answer that got lost is given again, to the cookie', async () => {
    const person = await register(send);
    const first = await byCookie(person.refreshToken);
    const again = await byCookie(person.refreshToken);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(cookieValue(again, 'refresh_token')).toBe(cookieValue(first, 'refresh_token'));
    expect(await me(cookieValue(again, 'access_token'))).toBe(200);
    expect(await sessionsOf(person)).toHaveLength(1);
  });

  test('R52 a token from two generations ago does not count as a lost response', async () => {
    const person = await register(send);
    const second = cookieValue(await byCookie(person.refreshToken), 'refresh_token') ?? '';
    expect((await byCookie(second)).status).toBe(200);
    expect((await byCookie(person.refreshToken)).status).toBe(401);
  });

  test('R50 the body counts before the cookie', async () => {
    const one = await register(send);
    const other = await register(send);
    const both = { body: { refreshToken: one.refreshToken }, cookie: refreshCookie(other.refreshToken) };
    expect((await send('POST /refresh', both)).status).toBe(200);
    expect((await send('POST /refresh', both)).status).toBe(401);
    expect((await byBody(other.refreshToken)).status).toBe(200);
  });

  test('R55 logout ends the session at once, both tokens of it, and may be done twice', async () => {
    for (const call of [
      (person: Person) => ({ token: person.accessToken }),
      (person: Person) => ({ cookie: person.cookie }),
      (person: Person) => ({ cookie: refreshCookie(person.refreshToken) }),
      (person: Person) => ({ body: { refreshToken: person.refreshToken } }),
      ({ accessToken }: Person) => ({
        token: forge(accessToken, { payload: { iat: 1_600_000_000, exp: 1_600_000_060 } }, secretOf.access),
      }),
    ]) {
      const person = await register(send);
      const other = await login(send, person);
      const answer = await send('POST /logout', call(person));
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect(await me(person.accessToken)).toBe(401);
      expect((await byBody(person.refreshToken)).status).toBe(401);
      expect((await byCookie(person.refreshToken)).status).toBe(401);
      expect((await send('POST /logout', call(person))).status).toBe(204);
      expect(await me(other.accessToken)).toBe(200);
    }
    expect((await send('POST /logout')).status).toBe(204);
  });

  test('R55 the cookies are cleared with the attributes they were set with', async () => {
    const person = await register(send);
    const given = (await send('POST /login', { body: { email: person.email, password: person.password } })).cookies;
    const { cookies: taken } = await send('POST /logout', { cookie: person.cookie });
    expect(taken.map(({ name }) => name).toSorted()).toEqual(given.map(({ name }) => name).toSorted());
    for (const cookie of taken) {
      expect(cookie.value).toBe('');
      const { expires, 'max-age': age, ...rest } = cookie.attributes;
      expect(age === '0' || Date.parse(expires ?? '') <= Date.now()).toBe(true);
      const { expires: _, 'max-age': __, ...before } = given.find(({ name }) => name === cookie.name)?.attributes ?? {};
      expect(rest).toEqual(before);
    }
  });

  test('R55 a forged token signs no user out', async () => {
    const person = await register(send);
    const wrong = 'some other secret that is long enough';
    const forged = [forge(person.accessToken, {}, wrong), forge(person.refreshToken, {}, wrong)];
    for (const token of forged) {
      await send('POST /logout', { token });
      await send('POST /logout', { body: { refreshToken: token } });
      await send('POST /logout', { cookie: `access_token=${token}; refresh_token=${token}` });
    }
    expect(await me(person.accessToken)).toBe(200);
  });

  test('R56 lists the user’s sessions without their secrets', async () => {
    const person = await register(send);
    const agent = { 'user-agent': 'Bird/7.0' };
    const { email, password } = person;
    const second = await send('POST /login', { body: { email, password }, headers: agent, from: '203.0.113.7' });
    await register(send);
    const answer = await send('GET /sessions', { token: second.json.accessToken });
    expect(answer.status).toBe(200);
    const list = answer.json as unknown as readonly Readonly<Record<string, unknown>>[];
    expect(list).toHaveLength(2);
    for (const session of list) {
      expect(Object.keys(session).toSorted()).toEqual(
        ['createdAt', 'current', 'expiresAt', 'id', 'ipAddress', 'lastUsedAt', 'userAgent'].toSorted(),
      );
    }
    expect(list[0]).toMatchObject({ current: true, userAgent: 'Bird/7.0', ipAddress: '203.0.113.7' });
    expect(list[1]).toMatchObject({ current: false });
    expect(answer.text).not.toMatch(/eyJ|refreshToken|tokenId|hash/iu);
    expect((await send('GET /sessions')).status).toBe(401);
  });

  test('R56 sessions are ended one by one, all others, all', async () => {
    const person = await register(send);
    const others = [await login(send, person), await login(send, person), await login(send, person)];
    const ids = async () =>
      (
        (await send('GET /sessions', { token: person.accessToken })).json as unknown as {
          id: string;
          current: boolean;
        }[]
      )
        .filter(({ current }) => !current)
        .map(({ id }) => id);
    const [first = ''] = await ids();
    expect((await send(`DELETE /sessions/${first}`, { token: person.accessToken })).status).toBe(204);
    expect((await send(`DELETE /sessions/${first}`, { token: person.accessToken })).status).toBe(404);
    expect(await ids()).toHaveLength(2);
    const alive = await Promise.all(others.map(({ accessToken }) => me(accessToken)));
    expect(alive.filter((status) => status === 200)).toHaveLength(2);
    expect(alive.filter((status) => status === 401)).toHaveLength(1);
    expect((await send('DELETE /sessions', { token: person.accessToken })).status).toBe(204);
    expect(await ids()).toEqual([]);
    expect(await me(person.accessToken)).toBe(200);
    const all = await send('DELETE /sessions', { cookie: person.cookie, query: 'all=true' });
    expect(all.status).toBe(204);
    expect(all.cookies.map(({ value }) => value)).toEqual(['', '']);
    expect(await me(person.accessToken)).toBe(401);
    expect((await byBody(person.refreshToken)).status).toBe(401);
  });

  test('R56 the session of another user is reported as not found', async () => {
    const victim = await register(send);
    const thief = await register(send);
    const [row] = await sessionsOf(victim);
    for (const id of [
      String(row?.['id']),
      'unknown',
      '%27%20OR%201=1',
      '%00',
      '%ff',
      '%2e%2e%2fsessions',
      'a'.repeat(5000),
    ]) {
      const answer = await send(`DELETE /sessions/${id}`, { token: thief.accessToken });
      expect([id, answer.status]).toEqual([id, 404]);
      expect(answer.status).toBeLessThan(500);
    }
    expect(await me(victim.accessToken)).toBe(200);
    expect((await send('DELETE /sessions', { token: thief.accessToken, query: 'all=true' })).status).toBe(204);
    expect(await me(victim.accessToken)).toBe(200);
  });

  test('R56 ending the current session is a logout', async () => {
    const person = await register(send);
    const [row] = await sessionsOf(person);
    const answer = await send(`DELETE /sessions/${String(row?.['id'])}`, { cookie: person.cookie });
    expect([answer.status, answer.cookies.map(({ value }) => value)]).toEqual([204, ['', '']]);
    expect(await me(person.accessToken)).toBe(401);
  });

  test('R57, G05 a new password needs the old one and ends every other session', async () => {
    const person = await register(send);
    const other = await login(send, person);
    const newer = newPassword();
    const change = (body: object) => send('PUT /password', { token: person.accessToken, body });
    expect(await change({ currentPassword: newPassword(), newPassword: newer })).toMatchObject({
      status: 403,
      json: { code: 'invalid_password' },
    });
    expect((await change({ newPassword: newer })).status).toBe(422);
    expect((await change({ currentPassword: person.password, newPassword: 'Canary7' })).status).toBe(422);
    expect(await me(other.accessToken)).toBe(200);
    expect((await change({ currentPassword: person.password, newPassword: newer })).status).toBe(204);
    expect(await me(person.accessToken)).toBe(200);
    expect(await me(other.accessToken)).toBe(401);
    expect((await byBody(other.refreshToken)).status).toBe(401);
    expect((await byCookie(other.refreshToken)).status).toBe(401);
    const { email, password } = person;
    expect((await send('POST /login', { body: { email, password } })).status).toBe(401);
    await login(send, { email, password: newer });
  });

  test('R57 guessing the current password counts as an attempt', async () => {
    const person = await register(send);
    const from = '203.0.113.57';
    const body = { currentPassword: newPassword(), newPassword: newPassword() };
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      statuses.push((await send('PUT /password', { token: person.accessToken, body, from })).status);
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
  });

  test('R58 the sessions of a user go with the user', async () => {
    const person = await register(send);
    await server().database.query('DELETE FROM "User" WHERE id = ?', person.id);
    expect(await sessionsOf(person)).toEqual([]);
    expect((await byBody(person.refreshToken)).status).toBe(401);
    expect((await byCookie(person.refreshToken)).status).toBe(401);
    expect((await send('POST /logout', { token: person.accessToken })).status).toBe(204);
  });
});

describeAuth(
  'after the grace of a second',
  ({ send }) => {
    const me = async (token: string | undefined) => (await send('GET /me', { token })).status;

    test.for(['body', 'cookie'])('R50 a used token in the %s ends the session permanently', async (way) => {
      const person = await register(send);
      const refresh = (refreshToken: string) =>
        send('POST /refresh', way === 'body' ? { body: { refreshToken } } : { cookie: refreshCookie(refreshToken) });
      const { json, status } = await send('POST /refresh', { body: { refreshToken: person.refreshToken } });
      expect(status).toBe(200);
      await wait(1500);
      expect(await me(json.accessToken)).toBe(200);
      expect(await refresh(person.refreshToken)).toMatchObject({
        status: 401,
        json: { code: 'invalid_refresh_token' },
      });
      expect(await me(json.accessToken)).toBe(401);
      expect(await me(person.accessToken)).toBe(401);
      expect((await refresh(json.refreshToken ?? '')).status).toBe(401);
      expect((await login(send, person)).id).toBe(person.id);
    });
  },
  { env: { AUTH_REFRESH_GRACE: '1' } },
);

describeAuth(
  'without any grace',
  ({ send }) => {
    test('R52 a cookie is used up immediately without a grace period', async () => {
      const { refreshToken } = await register(send);
      const first = await send('POST /refresh', { cookie: refreshCookie(refreshToken) });
      expect(first.status).toBe(200);
      expect((await send('POST /refresh', { cookie: refreshCookie(refreshToken) })).status).toBe(401);
      expect((await send('GET /me', { token: cookieValue(first, 'access_token') })).status).toBe(401);
    });
  },
  { ...onSQLite, env: { AUTH_REFRESH_GRACE: '0' } },
);
