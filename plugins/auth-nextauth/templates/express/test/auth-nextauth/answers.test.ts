import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { keysFor } from '../../server/lib/auth/port';
import { db } from '../../server/lib/db';
import { type CodeAnswer, provider } from './stub';
import { type Browser, newEmail, person, refused, useBrowsers } from './support';

const browser = useBrowsers();

const hourAgo = Math.floor(Date.now() / 1000) - 3600;

test.each<[string, CodeAnswer]>([
  ['the nonce of another sign-in', { claims: { nonce: 'other' } }],
  ['no nonce', { claims: { nonce: undefined } }],
  ['another audience', { claims: { aud: 'other-client' } }],
  ['another issuer', { claims: { iss: 'https://evil.example' } }],
  ['an expired ID token', { claims: { iat: hourAgo, exp: hourAgo + 300 } }],
  ['a forged signature', { isForged: true }],
  ['no subject', { claims: { sub: undefined } }],
  ['no ID token', { body: { access_token: 'x', token_type: 'bearer' } }],
  ['an error with status 200', { body: { error: 'bad_verification_code' } }],
])('refuses an answer with %s', async (_, answer) => {
  const one = browser();
  const claims = { ...person(), ...answer.claims };
  const users = await db.user.count();
  expect(await one.pass('google', { ...answer, claims })).toEqual(refused('provider_refused'));
  expect(await one.me()).toBeUndefined();
  expect(await db.user.count()).toBe(users);
});

test.each([
  ['the issuer of another provider', { iss: 'https://evil.example' }, 'provider_refused'],
  ['no issuer although the provider promises one', { iss: undefined }, 'provider_refused'],
  ['another code', { code: 'unknown' }, 'provider_refused'],
  ['no state', { state: undefined }, 'attempt_unknown'],
  ['another state', { state: 'unknown' }, 'attempt_unknown'],
  ['the refusal of the user', { error: 'access_denied' }, 'access_denied'],
  ['an error of the provider', { error: 'server_error' }, 'provider_refused'],
])('refuses an answer with %s', async (_, change, code) => {
  const one = browser();
  const answer = one.agreed(await one.begin('oidc'), { claims: person() });
  const changed = Object.entries({ ...answer, ...change }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  expect(await one.open('oidc', Object.fromEntries(changed))).toEqual(refused(code));
  expect(await one.me()).toBeUndefined();
});

test('refuses the code of another sign-in', async () => {
  const [victim, attacker] = [browser(), browser()];
  const emails = [{ email: newEmail(), primary: true, verified: true }];
  const api = { '/user': { id: 41, name: 'Ada' }, '/user/emails': emails };
  const { code = '' } = victim.agreed(await victim.begin('github'), { api });
  const state = (await attacker.begin('github')).searchParams.get('state') ?? '';
  expect(await attacker.open('github', { code, state })).toEqual(refused('provider_refused'));
  expect(await attacker.me()).toBeUndefined();
});

test('accepts the issuer that the provider promises', async () => {
  expect(await browser().pass('oidc', { claims: person() })).toMatchObject({ location: '/' });
});

test.each<[string, (one: Browser, state: string) => Promise<string>]>([
  ['bytes that are not a token', async () => '%00%ff'],
  ['an empty value', async () => ''],
  ['a JSON value', async () => 'j:{"state":"x"}'],
  ['a token of another key', (_, state) => forged(state, keysFor('another purpose')[0])],
  ['a token of another type', (_, state) => forged(state, keysFor(purpose)[0], 'JWT')],
  ['an expired token', (_, state) => forged(state, keysFor(purpose)[0], type, '-1 s')],
  ['the token of another attempt', otherAttempt],
])('refuses a cookie with %s', async (_, valueOf) => {
  const one = browser();
  const url = await one.begin('google');
  const name = cookieOf(one);
  one.cookies.set(name, await valueOf(one, url.searchParams.get('state') ?? ''));
  const answer = one.agreed(url, { claims: person() });
  expect(await one.open('google', answer)).toEqual(refused('attempt_unknown'));
});

const purpose = 'auth-nextauth sign-in attempt';
const type = 'signin+jwt';

function cookieOf(one: Browser): string {
  return [...one.cookies.keys()].find((name) => name.includes('signin_')) ?? '';
}

async function otherAttempt(one: Browser): Promise<string> {
  const own = cookieOf(one);
  await one.begin('google');
  return [...one.cookies].find(([name]) => name.includes('signin_') && name !== own)?.[1] ?? '';
}

type Key = ReturnType<typeof keysFor>[number];

function forged(state: string, key: Key, typ = type, expiry = '10 m'): Promise<string> {
  const attempt = { provider: 'google', state, nonce: 'n', verifier: 'v', next: '/' };
  const token = new SignJWT(attempt).setProtectedHeader({ alg: 'HS256', typ });
  return token.setExpirationTime(expiry).sign(key);
}

test('reports a provider that does not respond, and tries again later', async () => {
  const one = browser();
  provider.isAway = true;
  const away = await one.send('signin/gitlab', { body: {} });
  expect([away.status, away.body.code]).toEqual([503, 'provider_unavailable']);
  expect(away.headers.getSetCookie()).toEqual([]);
  provider.isAway = false;
  const url = await one.begin('gitlab');
  provider.isAway = true;
  const answer = one.agreed(url, { claims: person() });
  expect(await one.open('gitlab', answer)).toEqual(refused('provider_unavailable'));
  provider.isAway = false;
  expect(await one.pass('gitlab', { claims: person() })).toMatchObject({ location: '/' });
});

test('refuses a provider whose metadata name another issuer', async () => {
  provider.issuer = 'https://evil.example';
  const { status, body } = await browser().send('signin/apple', { body: {} });
  provider.issuer = undefined;
  expect([status, body.code]).toEqual([503, 'provider_unavailable']);
  expect((await browser().begin('apple')).hostname).toBe('appleid.apple.com');
});

test('follows no redirects of providers', async () => {
  const emails = [{ email: newEmail(), primary: true, verified: true }];
  const api = { '/user': { id: 42, name: 'Ada' }, '/user/emails': emails };
  expect(await browser().pass('github', { api })).toMatchObject({ location: '/' });
  expect(await browser().pass('google', { claims: person() })).toMatchObject({ location: '/' });
  const paths = provider.requests.map(({ url }) => url.pathname);
  expect(paths).toEqual(expect.arrayContaining(['/user', '/token', '/jwks']));
  expect(new Set(provider.requests.map(({ redirect }) => redirect))).toEqual(new Set(['manual']));
});
