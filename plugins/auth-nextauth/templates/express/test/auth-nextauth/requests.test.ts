import { expect, test } from 'vitest';
import { origin } from '../../server/lib/auth/port';
import { db } from '../../server/lib/db';
import { person, refused, useBrowsers } from './support';

const browser = useBrowsers();

test.each([
  [undefined, '/'],
  ['/products?page=2#list', '/products?page=2#list'],
  [`${origin}/products`, '/products'],
  ['//evil.example', '/'],
  [String.raw`/\evil.example`, '/'],
  ['/\t/evil.example', '/'],
  ['/..//evil.example', '/'],
  ['https:evil.example', '/'],
  ['https://evil.example/', '/'],
  [`${origin}.evil.example/`, '/'],
  [`${origin}//evil.example/`, '/'],
  ['javascript:alert(1)', '/'],
  ['', '/'],
])('opens only paths of this site afterwards: %j', async (callbackUrl, location) => {
  const landing = await browser().pass('google', { claims: person() }, { callbackUrl });
  expect(landing.status).toBe(303);
  expect(landing.location).toBe(location);
});

test('keeps the path for the next attempt after an error', async () => {
  const one = browser();
  const url = await one.begin('google', { callbackUrl: '/products' });
  const state = url.searchParams.get('state') ?? '';
  const landing = await one.open('google', { state, error: 'access_denied' });
  expect(landing.location).toBe('/login?error=access_denied&next=%2Fproducts');
});

test('sends PKCE, state, nonce and the callback address of APP_URL', async () => {
  const one = browser();
  const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' };
  const { body } = await one.send('signin/google', { body: {}, headers });
  const { searchParams } = new URL(body.url);
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: 'google-client',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    redirect_uri: `${origin}/api/auth/callback/google`,
    response_type: 'code',
    scope: 'openid profile email',
    state: expect.stringMatching(/^[\w-]{43}$/),
  });
});

test('keeps an attempt in a cookie that scripts cannot read', async () => {
  const { headers } = await browser().send('signin/google', { body: {} });
  const pattern =
    /signin_[\w-]{22}=.+; Max-Age=600; Path=\/; .*HttpOnly; (?:Secure; )?SameSite=Lax$/;
  expect(headers.getSetCookie()).toEqual([expect.stringMatching(pattern)]);
});

test('begins nothing with GET', async () => {
  const answer = await browser().send('signin/google');
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/login']);
  expect(answer.headers.getSetCookie()).toEqual([]);
});

test('begins nothing for another site', async () => {
  const headers = { 'Sec-Fetch-Site': 'cross-site' };
  const answer = await browser().send('signin/google', { body: {}, headers });
  expect([answer.status, answer.body.code]).toEqual([403, 'cross_site']);
  expect(answer.headers.getSetCookie()).toEqual([]);
});

test.each(['facebook', 'constructor', '__proto__', 'GOOGLE', 'a.b'])(
  'refuses the unknown provider %s',
  async (id) => {
    const one = browser();
    const { status, body } = await one.send(`signin/${id}`, { body: {} });
    expect([status, body.code]).toEqual([404, 'unknown_provider']);
    expect(await one.open(id, { state: 'x', code: 'x' })).toEqual(refused('unknown_provider'));
  },
);

test('takes the time of a sign-in from the provider, and asks signed-in users again', async () => {
  const one = browser();
  const maxAge = async () => (await one.begin('oidc')).searchParams.get('max_age');
  expect(await maxAge()).toBe('31536000');
  const now = Math.floor(Date.now() / 1000);
  const claims = person({ auth_time: now - 3600 });
  await one.pass('oidc', { claims });
  const link = () => one.send('signin/github', { body: { link: true } });
  expect(await link()).toMatchObject({ status: 403, body: { code: 'recent_sign_in_required' } });
  expect(await maxAge()).toBe('0');
  await one.pass('oidc', { claims: { ...claims, auth_time: now } });
  expect((await link()).status).toBe(200);
});

test.each([
  ['the provider reports none', 'oidc', undefined],
  ['the provider reports a later one', 'oidc', 8.64e12],
  ['the provider cannot sign in again', 'google', 0],
])('uses its own time for a sign-in if %s', async (_, id, time) => {
  const one = browser();
  const claims = person({ auth_time: time });
  const from = Date.now();
  await one.pass(id, { claims });
  const { authenticatedAt } = await db.session.findFirstOrThrow({
    where: { user: { email: claims.email } },
  });
  expect(authenticatedAt.getTime()).toBeGreaterThanOrEqual(from);
  expect(authenticatedAt.getTime()).toBeLessThanOrEqual(Date.now());
});

test('limits the sign-ins that an address begins', async () => {
  const one = browser();
  const headers = { 'X-Forwarded-For': '198.51.100.7' };
  const statuses: number[] = [];
  for (let count = 0; count < 21; count += 1) {
    statuses.push((await one.send('signin/google', { body: {}, headers })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
});

test('lists the providers as NextAuth does', async () => {
  const { body } = await browser().send('providers');
  expect(body).toMatchObject({
    google: {
      id: 'google',
      name: 'Google',
      type: 'oidc',
      signinUrl: `${origin}/api/auth/signin/google`,
      callbackUrl: `${origin}/api/auth/callback/google`,
    },
    github: { type: 'oauth' },
    oidc: { name: 'Example' },
  });
});

test('creates a new session at each sign-in, and signs out', async () => {
  const one = browser();
  await one.register();
  const before = one.cookies.get('access_token');
  const claims = person();
  await one.pass('google', { claims });
  expect(one.cookies.get('access_token')).not.toBe(before);
  expect(await one.me()).toMatchObject({ email: claims.email });
  expect((await one.send('signout', { method: 'POST' })).status).toBe(204);
  expect(await one.me()).toBeUndefined();
  expect(await db.session.count({ where: { user: { email: claims.email } } })).toBe(0);
});

test('refuses disabled users', async () => {
  const one = browser();
  const claims = person();
  await one.pass('google', { claims });
  await db.user.update({ where: { email: claims.email }, data: { disabledAt: new Date() } });
  const other = browser();
  expect(await other.pass('google', { claims })).toEqual(refused('account_disabled'));
  expect(await other.me()).toBeUndefined();
});

test('asks for the second factor of the user', async () => {
  const claims = person();
  const one = browser();
  await one.pass('google', { claims });
  const userId = (await one.me())?.id ?? '';
  await db.totp.create({ data: { userId, secret: 'sealed', confirmedAt: new Date() } });
  const two = browser();
  const { location } = await two.pass('google', { claims }, { callbackUrl: '/products' });
  expect(location).toMatch(/^\/login\?next=%2Fproducts#challenge=[\w-]{43}$/);
  expect(await two.me()).toBeUndefined();
  expect(await db.session.count({ where: { userId } })).toBe(1);
});
