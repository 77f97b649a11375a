import { expect, test, vi } from 'vitest';
import { authConfig } from '../../server/lib/auth/config';
import { cookieOf, password, useAuthApi } from './support';

vi.hoisted(() => {
  process.env.AUTH_ALLOWED_ORIGINS = 'https://shop.example.com';
});

const { send, register } = useAuthApi();

test.each<[string, Record<string, string>, number]>([
  ['a program', {}, 204],
  ['our own pages', { 'Sec-Fetch-Site': 'same-origin', Origin: authConfig.origin }, 204],
  ['a typed URL', { 'Sec-Fetch-Site': 'none' }, 204],
  ['an old browser on our pages', { Origin: authConfig.origin }, 204],
  ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://example.com' }, 403],
  ['a neighbour', { 'Sec-Fetch-Site': 'same-site', Origin: 'http://localhost:4000' }, 403],
  ['an old browser on another site', { Origin: 'https://example.com' }, 403],
  ['a page without an origin', { Origin: 'null' }, 403],
])('a request from %s', async (_, headers, status) => {
  const answer = await send('logout', { method: 'POST', headers });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('Vary')).toMatch(/Origin.*Sec-Fetch-Site/);
});

test('refuses cross-site requests, also outside the authentication routes', async () => {
  const headers = { 'Sec-Fetch-Site': 'cross-site' };
  for (const path of ['login', 'register', '/api/anything']) {
    const { status, body } = await send(path, { body: {}, headers });
    expect([status, body.code]).toEqual([403, 'cross_site']);
  }
});

test('answers CORS requests from listed origins only', async () => {
  const ask = (Origin: string) =>
    send('login', {
      method: 'OPTIONS',
      headers: { Origin, 'Access-Control-Request-Method': 'POST' },
    });
  const listed = await ask('https://shop.example.com');
  expect(listed.status).toBe(204);
  expect(listed.headers.get('Access-Control-Allow-Origin')).toBe('https://shop.example.com');
  expect(listed.headers.get('Access-Control-Allow-Headers')).toContain('Content-Type');
  const other = await ask('https://example.com');
  expect([...other.headers.keys()].filter((name) => name.startsWith('access-'))).toEqual([]);
  const headers = { Origin: 'https://shop.example.com', 'Sec-Fetch-Site': 'same-site' };
  const answer = await send('logout', { method: 'POST', headers });
  expect(answer.status).toBe(204);
  expect(answer.headers.get('Access-Control-Allow-Credentials')).toBe('true');
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  'refuses a body of type %s',
  async (type) => {
    const headers = { 'Content-Type': type };
    expect((await send('login', { body: {}, headers })).status).toBe(415);
  },
);

test('refuses other methods and prevents caching', async () => {
  for (const path of ['register', 'login', 'refresh', 'logout']) {
    const { status, headers } = await send(path);
    expect(status).toBe(405);
    expect(headers.get('Cache-Control')).toBe('no-store');
  }
});

test('sets tokens in cookies that scripts cannot read', async () => {
  const { cookies } = await send('register', { body: { email: 'jar@example.com', password } });
  const names = [cookieOf('access_token', ''), cookieOf('refresh_token', '')];
  expect(cookies.set.map((cookie) => cookie.replace(/=.*/, '='))).toEqual(names);
  for (const cookie of cookies.set) {
    expect(cookie).toMatch(/; Path=\/; .*HttpOnly; (?:Secure; )?SameSite=Lax$/);
    expect(cookie).not.toContain('Domain');
  }
  expect((await send('me', { headers: { Cookie: cookies.sent } })).status).toBe(200);
});

test('omits tokens from the body when the client requests cookies', async () => {
  const { email } = await register();
  const headers = { 'X-Token-Delivery': 'cookie' };
  const { body, cookies } = await send('login', { body: { email, password }, headers });
  expect(Object.keys(body)).toEqual(['user']);
  const renewed = await send('refresh', {
    method: 'POST',
    headers: { ...headers, Cookie: cookies.sent },
  });
  expect([renewed.status, renewed.body]).toEqual([200, {}]);
});
