import jwt from 'jsonwebtoken';
import { expect, onTestFinished, test, vi } from 'vitest';
import { authConfig } from '../../server/lib/auth/config';
import { db } from '../../server/lib/db';
import { cookieOf, useAuthApi } from './support';

const { send, register } = useAuthApi();
const { key } = authConfig.accessKeys[0];

async function statusOf(token: string): Promise<number> {
  const { status } = await send('me', { headers: { Authorization: `Bearer ${token}` } });
  return status;
}

/** Returns a valid token with the given header and claims replaced. */
async function forged(header: object, claims: object): Promise<string> {
  const { accessToken } = await register();
  const { header: own, payload } = jwt.decode(accessToken, { complete: true }) ?? {};
  const given: jwt.JwtHeader = Object.assign({ alg: 'HS256' }, own, header);
  const all = JSON.parse(JSON.stringify(Object.assign({}, payload, claims)));
  const algorithm = given.alg as jwt.Algorithm;
  const options = { header: given, algorithm, allowInvalidAsymmetricKeyTypes: true };
  return jwt.sign(all, algorithm === 'none' ? '' : key, options);
}

const now = Math.floor(Date.now() / 1000);

test('accepts an unchanged forged token (control test for the following refusals)', async () => {
  expect(await statusOf(await forged({}, {}))).toBe(200);
});

test.each<[string, object, object]>([
  ['another algorithm', { alg: authConfig.algorithm === 'HS512' ? 'HS256' : 'HS512' }, {}],
  ['no signature', { alg: 'none' }, {}],
  ['an unknown key', { kid: '../../dev/null' }, {}],
  ['a place to get the key from', { jku: 'https://example.com/keys' }, {}],
  ['an extension', { crit: ['exp'] }, {}],
  ['another type', { typ: 'rt+jwt' }, {}],
  ['another issuer', {}, { iss: 'https://example.com' }],
  ['another audience', {}, { aud: 'https://example.com' }],
  ['no audience', {}, { aud: undefined }],
  ['no end', {}, { exp: undefined }],
  ['an end in the past', {}, { exp: now - 60 }],
  ['a beginning in the future', {}, { iat: now + 3_600 }],
  ['no session', {}, { sid: undefined }],
  ['a session of another user', {}, { sub: 'somebody-else' }],
])('refuses a token with %s', async (_, header, claims) => {
  expect(await statusOf(await forged(header, claims))).toBe(401);
});

test('returns a challenge that distinguishes a missing token from an invalid one', async () => {
  const none = await send('me');
  expect([none.status, none.body.code]).toEqual([401, 'unauthenticated']);
  expect(none.headers.get('WWW-Authenticate')).toBe('Bearer realm="api"');
  const wrong = await send('me', { headers: { Authorization: 'Bearer x' } });
  expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_token']);
  expect(wrong.headers.get('WWW-Authenticate')).toContain('error="invalid_token"');
});

test('prefers a bearer token over cookies', async () => {
  const [ann, bob] = [await register(), await register()];
  const Cookie = cookieOf('access_token', bob.accessToken);
  const { body } = await send('me', { headers: { ...ann.headers, Cookie } });
  expect(body).toMatchObject({ id: ann.user.id });
  const wrong = await send('me', { headers: { Authorization: 'Bearer x', Cookie } });
  expect(wrong.status).toBe(401);
  expect((await send('me', { headers: { Cookie } })).status).toBe(200);
});

test('refuses a duplicate cookie', async () => {
  const { accessToken } = await register();
  const cookie = cookieOf('access_token', accessToken);
  const Cookie = `${cookie}; ${cookie}`;
  expect((await send('me', { headers: { Cookie } })).status).toBe(401);
});

test('ignores a token in a URL', async () => {
  const { accessToken } = await register();
  expect((await send(`me?access_token=${accessToken}`)).status).toBe(401);
});

test('refuses tokens of ended sessions and deleted users', async () => {
  const [ann, bob] = [await register(), await register()];
  const where = { userId: ann.user.id };
  await db.session.updateMany({ where, data: { expiresAt: new Date(0) } });
  expect((await send('me', ann)).status).toBe(401);
  await db.user.delete({ where: { id: bob.user.id } });
  expect((await send('me', bob)).status).toBe(401);
});

test('refuses an expired token that was valid at its first use', async () => {
  const { headers } = await register();
  expect((await send('me', { headers })).status).toBe(200);
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  vi.setSystemTime(Date.now() + (authConfig.accessLifetime + 6) * 1000);
  expect((await send('me', { headers })).status).toBe(401);
});

test('applies a role change to the next request', async () => {
  const { user, headers } = await register();
  const statusOfAdmin = async () => (await send('/api/admin', { headers })).status;
  const become = (role: 'USER' | 'ADMIN' | 'SUPER_ADMIN') =>
    db.user.update({ where: { id: user.id }, data: { role } });
  expect(await statusOfAdmin()).toBe(403);
  await become('SUPER_ADMIN');
  expect(await statusOfAdmin()).toBe(200);
  await become('USER');
  expect(await statusOfAdmin()).toBe(403);
});
