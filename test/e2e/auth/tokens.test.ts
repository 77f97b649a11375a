import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { secretOf } from '../../support/auth-forgeries.ts';
import { login, refreshCookie, register } from '../../support/auth-people.ts';
import { describeAuth } from '../../support/auth-suite.ts';
import { forge, readToken } from '../../support/auth-tokens.ts';

const seconds = (token: string) => {
  const { exp, iat } = readToken(token).payload;
  return Number(exp) - Number(iat);
};
const challenge = (header: string | undefined) => header ?? '';

describeAuth('tokens', ({ send, server }) => {
  test('R36 token contents never cause a request to their addresses', async () => {
    const asked: string[] = [];
    const trap = createServer((socket) => {
      asked.push('connection');
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(trap, 'listening');
    const address = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/keys`;
    const { accessToken } = await register(send);
    for (const header of [
      { jku: address },
      { x5u: address },
      { kid: address },
      { jwk: { kid: address, jku: address } },
    ]) {
      for (const payload of [{}, { iss: address, jwks_uri: address }]) {
        const token = forge(accessToken, { header, payload }, 'a key of my own that is long enough');
        expect((await send('GET /me', { token })).status).toBe(401);
      }
    }
    expect(asked).toEqual([]);
    await fetch(address).catch(() => undefined);
    expect(asked).toEqual(['connection']);
    trap.close();
  });

  test('R37 neither kind of token serves as the other', async () => {
    const { accessToken, refreshToken, cookie } = await register(send);
    const { access, refresh } = secretOf;
    expect(readToken(accessToken).header['typ']).toBe('at+jwt');
    expect(readToken(refreshToken).header['typ']).toBe('rt+jwt');
    const asAccess = [
      refreshToken,
      forge(refreshToken, {}, access),
      forge(refreshToken, { header: { typ: 'at+jwt' } }, refresh),
    ];
    for (const token of asAccess) expect((await send('GET /me', { token })).status).toBe(401);
    const asRefresh = [
      accessToken,
      forge(accessToken, {}, refresh),
      forge(accessToken, { header: { typ: 'rt+jwt' } }, access),
    ];
    for (const token of asRefresh) {
      expect((await send('POST /refresh', { body: { refreshToken: token } })).status).toBe(401);
      expect((await send('POST /refresh', { cookie: refreshCookie(token) })).status).toBe(401);
    }
    expect((await send('GET /me', { cookie: `access_token=${refreshToken}` })).status).toBe(401);
    expect((await send('GET /me', { cookie })).status).toBe(200);
  });

  test('R39 tokens contain the required claims', async () => {
    const { accessToken, refreshToken } = await register(send);
    expect(seconds(accessToken)).toBe(7 * 24 * 3600);
    expect(seconds(refreshToken)).toBe(30 * 24 * 3600);
    const { payload } = readToken(accessToken);
    expect(Object.keys(payload).toSorted()).toEqual(
      expect.arrayContaining(['aud', 'exp', 'iat', 'iss', 'jti', 'sid', 'sub']),
    );
    expect(JSON.stringify(payload)).not.toMatch(/example\.com|password/u);
  });

  test('R42 refuses tokens of a deleted user and of a deleted session', async () => {
    const { database } = server();
    const gone = await register(send);
    await database.query('DELETE FROM "User" WHERE id = ?', gone.id);
    expect((await send('GET /me', { token: gone.accessToken })).status).toBe(401);
    const revoked = await register(send);
    await database.query('DELETE FROM "Session" WHERE "userId" = ?', revoked.id);
    const answer = await send('GET /me', { token: revoked.accessToken });
    expect(answer).toMatchObject({ status: 401, json: { code: 'invalid_token' } });
    expect((await send('GET /api/notes', { token: revoked.accessToken })).status).toBe(401);
  });

  test('G06 a token of an expired session is refused', async () => {
    const person = await register(send);
    const past = '2020-01-01T00:00:00.000+00:00';
    await server().database.query('UPDATE "Session" SET "expiresAt" = ? WHERE "userId" = ?', past, person.id);
    expect((await send('GET /me', { token: person.accessToken })).status).toBe(401);
    expect((await send('POST /refresh', { body: { refreshToken: person.refreshToken } })).status).toBe(401);
    expect((await send('POST /refresh', { cookie: refreshCookie(person.refreshToken) })).status).toBe(401);
    await login(send, person);
    const rows = await server().database.query('SELECT "expiresAt" FROM "Session" WHERE "userId" = ?', person.id);
    expect(JSON.stringify(rows)).not.toContain('2020-01-01');
  });

  test('R43 permissions follow the current role in the database', async () => {
    const { id, accessToken: token } = await register(send);
    const notices = async () => (await send('GET /api/notices', { token })).status;
    const become = (role: string) => server().database.query(`UPDATE "User" SET role = '${role}' WHERE id = ?`, id);
    expect(await notices()).toBe(403);
    await become('ADMIN');
    expect(await notices()).toBe(200);
    expect((await send('GET /me', { token })).json).toMatchObject({ role: 'ADMIN' });
    await become('SUPER_ADMIN');
    expect(await notices()).toBe(200);
    await become('USER');
    expect(await notices()).toBe(403);
    const boast = forge(token, { payload: { role: 'SUPER_ADMIN', roles: ['ADMIN'], admin: true } }, secretOf.access);
    expect((await send('GET /api/notices', { token: boast })).status).toBe(403);
  });

  test('R44 the header decides, and nothing falls back to the cookie', async () => {
    const one = await register(send);
    const other = await register(send);
    const me = async (call: object) => (await send('GET /me', call)).json['id'];
    expect(await me({ cookie: one.cookie })).toBe(one.id);
    expect(await me({ token: other.accessToken, cookie: one.cookie })).toBe(other.id);
    for (const authorization of [
      'Bearer',
      'Bearer x',
      'Bearer  ',
      'bearer x',
      'BEARER x',
      `Bearer x ${one.accessToken}`,
    ]) {
      const answer = await send('GET /me', { headers: { authorization }, cookie: one.cookie });
      expect([authorization, answer.status]).toEqual([authorization, 401]);
    }
    expect(await me({ headers: { authorization: `bearer ${one.accessToken}` } })).toBe(one.id);
  });

  test('R44, G28 ignores tokens in the query string or in the body', async () => {
    const { accessToken } = await register(send);
    for (const name of ['access_token', 'accessToken', 'token', 'authorization']) {
      expect((await send('GET /me', { query: `${name}=${accessToken}` })).status).toBe(401);
      const post = await send('POST /api/notes', { body: { title: 'x', [name]: accessToken } });
      expect(post.status).toBe(401);
    }
  });

  test('R45 the challenge states the error if a token was sent', async () => {
    const without = await send('GET /me');
    expect(without).toMatchObject({ status: 401, json: { code: 'unauthenticated' } });
    expect(challenge(without.headers['www-authenticate'])).toMatch(/^Bearer realm="[^"]+"$/u);
    const bad = await send('GET /me', { token: 'bad' });
    expect(bad).toMatchObject({ status: 401, json: { code: 'invalid_token' } });
    expect(challenge(bad.headers['www-authenticate'])).toMatch(/^Bearer realm="[^"]+", ?error="invalid_token"/u);
    const { accessToken } = await register(send);
    const denied = await send('GET /api/notices', { token: accessToken });
    expect(denied).toMatchObject({ status: 403, json: { code: 'forbidden' } });
    expect(challenge(denied.headers['www-authenticate'])).toMatch(/^$|error="insufficient_scope"/u);
    const entity = await send('GET /api/notes');
    expect(entity.status).toBe(401);
    expect(challenge(entity.headers['www-authenticate'])).toMatch(/^Bearer realm="[^"]+"$/u);
  });

  test('G08 identity headers without a token are ignored', async () => {
    const victim = await register(send);
    const headers = {
      'x-user-id': victim.id,
      'x-user': victim.id,
      'auth-key': 'x',
      'x-api-key': 'x',
      'x-forwarded-user': victim.email,
      'remote-user': victim.email,
      'x-middleware-subrequest': 'middleware',
    };
    const claims = { userId: victim.id, sub: victim.id, user: { id: victim.id } };
    expect((await send('GET /me', { headers, query: `userId=${victim.id}&sub=${victim.id}` })).status).toBe(401);
    expect((await send('POST /api/notes', { headers, body: { title: 'x', ...claims } })).status).toBe(401);
    const other = await register(send);
    expect((await send('GET /me', { headers, token: other.accessToken })).json['id']).toBe(other.id);
    const note = await send('POST /api/notes', { headers, token: other.accessToken, body: { title: 'x', ...claims } });
    expect(note).toMatchObject({ status: 201, json: { authorId: other.id } });
    const owned = { title: 'x', authorId: victim.id };
    expect((await send('POST /api/notes', { headers, token: other.accessToken, body: owned })).status).toBe(422);
    const passwords = { currentPassword: victim.password, newPassword: victim.password };
    expect((await send('PUT /password', { headers, body: { ...passwords, ...claims } })).status).toBe(401);
  });

  test('R44, G28 refuses two Authorization headers and other schemes', async () => {
    const { accessToken, email, password } = await register(send);
    const basic = `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;
    for (const authorization of [
      basic,
      accessToken,
      `Token ${accessToken}`,
      `Bearer ${accessToken}, Bearer x`,
      `Bearer\t`,
    ]) {
      expect([authorization, (await send('GET /me', { headers: { authorization } })).status]).toEqual([
        authorization,
        401,
      ]);
    }
  });
});
