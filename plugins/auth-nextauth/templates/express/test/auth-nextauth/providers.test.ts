import { decodeJwt, decodeProtectedHeader } from 'jose';
import { expect, test } from 'vitest';
import { origin } from '../../server/lib/auth/port';
import { isSingleTenant } from '../../server/lib/auth-nextauth/providers';
import { db } from '../../server/lib/db';
import { type CodeAnswer, provider } from './stub';
import { newEmail, person, refused, useBrowsers } from './support';

const browser = useBrowsers();

const [tenant, foreign, object] = [1, 2, 3].map((n) => `${n}0000000-0000-4000-8000-000000000000`);
const microsoft = 'https://login.microsoftonline.com';

function microsoftClaims(more: CodeAnswer['claims'] = {}) {
  const ids = { tid: tenant, oid: object, iss: `${microsoft}/${tenant}/v2.0`, xms_edov: true };
  return { ...person(), email_verified: undefined, ...ids, ...more };
}

test('identifies a Microsoft user by tenant and object, not by the address', async () => {
  const [claims, other] = [
    microsoftClaims(),
    microsoftClaims({ iss: `${microsoft}/${foreign}/v2.0`, tid: foreign }),
  ];
  for (const each of [claims, other]) {
    expect(await browser().pass('microsoft', { claims: each })).toMatchObject({ location: '/' });
  }
  const accounts = await db.account.findMany({ where: { provider: 'microsoft' } });
  expect(accounts.map(({ providerAccountId }) => providerAccountId).toSorted()).toEqual([
    `${tenant}.${object}`,
    `${foreign}.${object}`,
  ]);
});

test.each<[string, CodeAnswer['claims'], string]>([
  ['an unverified domain', { xms_edov: undefined }, 'email_unverified'],
  [
    'a verified address only in words',
    { xms_edov: undefined, email_verified: true },
    'email_unverified',
  ],
  ['the issuer of another tenant', { iss: `${microsoft}/${foreign}/v2.0` }, 'provider_refused'],
  ['no tenant', { tid: undefined }, 'provider_refused'],
  ['no object', { oid: undefined }, 'provider_refused'],
])('refuses a Microsoft user with %s', async (_, more, code) => {
  const claims = microsoftClaims({ oid: '40000000-0000-4000-8000-000000000000', ...more });
  expect(await browser().pass('microsoft', { claims })).toEqual(refused(code));
});

test.each([
  ['common', false],
  ['organizations', false],
  ['consumers', false],
  ['10000000-0000-4000-8000-000000000000', true],
])('is the tenant %s of Microsoft a single one: %s', (name, isSingle) => {
  expect(isSingleTenant(`${microsoft}/${name}/v2.0`)).toBe(isSingle);
});

const github = (emails: readonly object[], more = {}) => ({
  api: { '/user': { id: 583_231, name: 'Octo', ...more }, '/user/emails': emails },
});

test('reads the primary address of GitHub', async () => {
  const one = browser();
  const email = newEmail();
  const emails = [
    { email: newEmail(), primary: false, verified: true },
    { email: email.toUpperCase(), primary: true, verified: true },
  ];
  expect(await one.pass('github', github(emails))).toMatchObject({ location: '/' });
  expect(await one.me()).toMatchObject({ email });
  const request = provider.requests.findLast(({ url }) => url.pathname.includes('access_token'));
  expect(Object.fromEntries(request?.body ?? [])).toMatchObject({
    client_secret: 'github-secret',
    code_verifier: expect.stringMatching(/^[\w-]{43}$/),
    redirect_uri: `${origin}/api/auth/callback/github`,
  });
});

test.each([
  ['no address', [], 'email_missing'],
  ['an unverified address', [{ primary: true, verified: false }], 'email_unverified'],
  [
    'a verified address that is not the primary one',
    [
      { primary: true, verified: false },
      { primary: false, verified: true },
    ],
    'email_unverified',
  ],
])('refuses a GitHub user with %s', async (_, flags, code) => {
  const emails = flags.map((flag) => ({ email: newEmail(), ...flag }));
  expect(await browser().pass('github', github(emails, { id: 7 }))).toEqual(refused(code));
});

test.each([
  [true, '/'],
  [false, '/login?error=email_unverified'],
  ['true', '/login?error=email_unverified'],
])('accepts a Discord user with the flag %j: %s', async (verified, location) => {
  const id = `80351110224678${['string', 'boolean'].indexOf(typeof verified)}${String(verified).length}`;
  const me = { id, email: newEmail(), verified, global_name: 'Nelly' };
  const landing = await browser().pass('discord', { api: { '/api/users/@me': me } });
  expect(landing.location).toBe(location);
});

test('reads a missing address from the UserInfo endpoint of the same subject', async () => {
  const { email, sub } = person();
  const answer = (subject: string) => ({
    claims: { sub, email: undefined },
    api: { '/userinfo': { sub: subject, email, email_verified: true } },
  });
  expect(await browser().pass('gitlab', answer('other'))).toEqual(refused('provider_refused'));
  const one = browser();
  expect(await one.pass('gitlab', answer(sub))).toMatchObject({ location: '/' });
  expect(await one.me()).toMatchObject({ email });
});

/** The form of Apple, as a browser posts it from the other site. */
async function postForm(
  one: ReturnType<typeof browser>,
  form: Record<string, string>,
  id = 'apple',
) {
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    'Sec-Fetch-Site': 'cross-site',
    Origin: 'https://appleid.apple.com',
    Cookie: '',
  };
  const text = new URLSearchParams(form).toString();
  return one.raw(`callback/${id}`, { method: 'POST', headers, body: text });
}

test('signs in with the form of Apple', async () => {
  const one = browser();
  const url = await one.begin('apple');
  expect(url.searchParams.get('response_mode')).toBe('form_post');
  expect(url.searchParams.has('code_challenge')).toBe(false);
  const claims = {
    ...person(),
    name: undefined,
    email: 'x7@privaterelay.appleid.com',
    email_verified: 'true',
  };
  const user = JSON.stringify({ name: { firstName: 'Grace', lastName: 'Hopper' } });
  const posted = await postForm(one, { ...one.agreed(url, { claims }), user, id_token: 'ignored' });
  expect(posted.status).toBe(303);
  expect(posted.headers.getSetCookie()).toEqual([]);
  const target = new URL(posted.headers.get('Location') ?? '', origin);
  expect([target.pathname, target.searchParams.has('id_token')]).toEqual([
    '/api/auth/callback/apple',
    false,
  ]);
  expect(await one.open('apple', Object.fromEntries(target.searchParams))).toMatchObject({
    location: '/',
  });
  expect(await one.me()).toMatchObject({ email: claims.email, name: 'Grace Hopper' });
  const secret =
    provider.requests
      .findLast(({ url: { pathname } }) => pathname === '/token')
      ?.body.get('client_secret') ?? '';
  expect(decodeProtectedHeader(secret)).toEqual({ alg: 'ES256', kid: 'KEY' });
  expect(decodeJwt(secret)).toMatchObject({
    iss: 'TEAM',
    sub: 'apple-client',
    aud: 'https://appleid.apple.com',
  });
});

test.each([
  ['another provider', 'google', { state: 'x' }, 403, 'cross_site'],
  ['an unknown provider', 'other', { state: 'x' }, 403, 'cross_site'],
  ['a large form', 'apple', { state: 'x'.repeat(8200) }, 413, 'body_too_large'],
  ['no state', 'apple', { code: 'x' }, 400, 'malformed_request'],
])('refuses the form of %s', async (_, id, form, status, code) => {
  const answer = await postForm(browser(), form, id);
  expect([answer.status, answer.body.code]).toEqual([status, code]);
});
