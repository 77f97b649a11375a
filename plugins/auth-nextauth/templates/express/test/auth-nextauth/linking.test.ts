import { expect, test } from 'vitest';
import { origin } from '../../server/lib/auth/port';
import { proveAddress } from '../../server/lib/auth/proof';
import { db } from '../../server/lib/db';
import { mailsTo } from '../support/mailbox';
import {
  accountsOf,
  ageSessions,
  newEmail,
  password,
  person,
  refused,
  useBrowsers,
} from './support';

const browser = useBrowsers();
const linked = { status: 303, location: '/account' };

test.each([
  ['of a user with a password', true],
  ['of a user with a password, unverified at the provider', false],
])('never connects by the address %s', async (_, verified) => {
  const email = newEmail();
  await browser().register(email);
  const one = browser();
  const claims = person({ email, email_verified: verified });
  const code = verified ? 'account_exists' : 'email_unverified';
  expect(await one.pass('google', { claims })).toEqual(refused(code));
  expect(await one.me()).toBeUndefined();
  expect(await accountsOf(email)).toEqual([]);
});

test.each([
  [true, '/'],
  ['true', '/'],
  [false, '/login?error=email_unverified'],
  ['false', '/login?error=email_unverified'],
  [1, '/login?error=email_unverified'],
  ['1', '/login?error=email_unverified'],
  [null, '/login?error=email_unverified'],
  [undefined, '/login?error=email_unverified'],
])('reads email_verified %j', async (verified, location) => {
  const claims = person({ email_verified: verified });
  expect((await browser().pass('google', { claims })).location).toBe(location);
  expect(await db.user.count({ where: { email: claims.email } })).toBe(location === '/' ? 1 : 0);
});

test.each([
  ['no address', undefined],
  ['a Kelvin sign', '\u212Aelvin@example.com'],
  ['a Cyrillic letter', '\u0430da@example.com'],
  ['two addresses', 'ada@example.com, eve@example.com'],
  ['no string', 7],
])('creates no user with %s', async (_, email) => {
  const claims = { ...person(), email };
  const answer = { claims, api: { '/userinfo': { sub: claims.sub } } };
  expect(await browser().pass('google', answer)).toEqual(refused('email_missing'));
});

test('finds a taken address in another case', async () => {
  const email = newEmail();
  await browser().register(email);
  const claims = person({ email: ` ${email.toUpperCase()}` });
  expect(await browser().pass('google', { claims })).toEqual(refused('account_exists'));
});

test('connects a provider to the current user, who can then sign in with it', async () => {
  const one = browser();
  const id = await one.register();
  const claims = person();
  expect(await one.pass('google', { claims }, { link: true })).toEqual(linked);
  expect(await one.me()).toMatchObject({ id });
  const other = browser();
  await other.pass('google', { claims });
  expect(await other.me()).toMatchObject({ id });
  expect(await one.pass('google', { claims }, { link: true })).toEqual(linked);
  expect((await one.send('accounts')).body.accounts).toMatchObject([
    { provider: 'google', name: 'Google', email: claims.email },
  ]);
});

test('lets the user choose an account when connecting', async () => {
  const one = browser();
  await one.register();
  const ask = async (body: object) => (await one.begin('google', body)).searchParams.get('prompt');
  expect([await ask({}), await ask({ link: true })]).toEqual([null, 'select_account']);
});

test('does not connect the identity of another user', async () => {
  const [owner, other] = [browser(), browser()];
  const claims = person();
  await owner.pass('google', { claims });
  await other.register();
  const landing = await other.pass('google', { claims }, { link: true });
  expect(landing).toEqual(refused('linked_elsewhere', '/account'));
  expect((await other.send('accounts')).body.accounts).toEqual([]);
});

test.each<[string, (one: ReturnType<typeof browser>) => Promise<unknown>]>([
  ['after signing out', (one) => one.send('logout', { method: 'POST' })],
  ['as another user', (one) => one.register()],
  ['after signing in again', (one) => one.pass('google', { claims: person() })],
])('does not connect %s', async (_, change) => {
  const one = browser();
  await one.register();
  const claims = person();
  const answer = one.agreed(await one.begin('github', { link: true }), {
    api: {
      '/user': { id: 99, name: null },
      '/user/emails': [{ email: claims.email, primary: true, verified: true }],
    },
  });
  await change(one);
  expect(await one.open('github', answer)).toEqual(refused('session_changed', '/account'));
  expect(await db.account.count({ where: { provider: 'github' } })).toBe(0);
});

test('needs a recent sign-in to connect and disconnect', async () => {
  const one = browser();
  const id = await one.register();
  await one.pass('google', { claims: person() }, { link: true });
  const [account] = (await one.send('accounts')).body.accounts;
  await ageSessions(id);
  const begin = await one.send('signin/github', { body: { link: true } });
  const end = await one.send(`accounts/${account?.id}`, { method: 'DELETE' });
  for (const { status, body } of [begin, end]) {
    expect([status, body.code]).toEqual([403, 'recent_sign_in_required']);
  }
  const visitor = await browser().send('signin/github', { body: { link: true } });
  expect(visitor.status).toBe(401);
});

test('disconnects a provider, unless it is the last way to sign in', async () => {
  const one = browser();
  const { email } = person();
  await one.register(email);
  await one.pass('google', { claims: person() }, { link: true });
  const [account] = (await one.send('accounts')).body.accounts;
  const end = () => one.send(`accounts/${account?.id}`, { method: 'DELETE' });
  const stranger = browser();
  await stranger.register();
  expect((await stranger.send(`accounts/${account?.id}`, { method: 'DELETE' })).status).toBe(404);
  await db.user.update({ where: { email }, data: { password: '!' } });
  const last = await end();
  expect([last.status, last.body.code]).toEqual([409, 'last_method']);
  await db.user.update({ where: { email }, data: { password } });
  expect((await end()).status).toBe(204);
  expect((await end()).status).toBe(404);
});

test('keeps one of two providers that are disconnected at once', async () => {
  const one = browser();
  const claims = person();
  await one.pass('google', { claims });
  await one.pass('gitlab', { claims: person() }, { link: true });
  const { accounts } = (await one.send('accounts')).body;
  const ends = await Promise.all(
    accounts.map(({ id }) => one.send(`accounts/${id}`, { method: 'DELETE' })),
  );
  expect(ends.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  expect(await accountsOf(claims.email)).toHaveLength(1);
});

test('follows the subject when the address changes at the provider', async () => {
  const claims = person();
  const one = browser();
  await one.pass('google', { claims });
  const changed = { ...claims, email: newEmail(), email_verified: false };
  await browser().pass('google', { claims: changed });
  expect(await accountsOf(claims.email)).toMatchObject([{ email: changed.email }]);
  expect(await one.me()).toMatchObject({ email: claims.email });
});

test('does not give a user to another subject with the same address', async () => {
  const claims = person();
  await browser().pass('google', { claims });
  const heir = browser();
  const landing = await heir.pass('google', { claims: { ...claims, sub: 'another' } });
  expect(landing).toEqual(refused('account_exists'));
});

test('does not give a user to the same subject of another provider', async () => {
  const claims = person();
  const [one, other] = [browser(), browser()];
  await one.pass('google', { claims });
  await other.pass('gitlab', { claims: { ...claims, email: newEmail() } });
  expect((await other.me())?.id).not.toBe((await one.me())?.id);
});

test('does not give a user to the same subject of another issuer', async () => {
  const claims = person();
  const one = browser();
  await one.pass('oidc', { claims });
  await db.account.updateMany({
    where: { providerAccountId: claims.sub },
    data: { issuer: 'https://id-before.example.com' },
  });
  const other = browser();
  await other.pass('oidc', { claims: { ...claims, email: newEmail() } });
  expect((await other.me())?.id).not.toBe((await one.me())?.id);
});

test('removes an identity that was connected before the first proof of the address', async () => {
  const [attacker, email] = [browser(), newEmail()];
  const userId = await attacker.register(email);
  const claims = person();
  await attacker.pass('google', { claims }, { link: true });
  await proveAddress(userId);
  expect(await accountsOf(email)).toEqual([]);
  const other = browser();
  await other.pass('google', { claims });
  expect((await other.me())?.id).not.toBe(userId);
});

test('keeps an identity that the session has connected that proves the address', async () => {
  const [one, email] = [browser(), newEmail()];
  const userId = await one.register(email);
  await one.pass('google', { claims: person() }, { link: true });
  const { id: sessionId } = await db.session.findFirstOrThrow({ where: { userId } });
  await proveAddress(userId, { sessionId });
  expect(await accountsOf(email)).toHaveLength(1);
});

test('tells the user about a connected provider by mail', async () => {
  const one = browser();
  const email = newEmail();
  await one.register(email);
  await one.pass('google', { claims: person() }, { link: true });
  const [mail] = await mailsTo(email);
  expect(mail).toMatchObject({
    subject: 'Google was connected to your account',
    text: expect.stringContaining(`${origin}/account`),
  });
});

test('ignores roles in claims', async () => {
  const one = browser();
  const claims = person({ role: 'SUPER_ADMIN', roles: ['ADMIN'], groups: ['ADMIN'] });
  await one.pass('google', { claims });
  expect(await one.me()).toMatchObject({ role: 'USER' });
});

test('keeps no token of a provider', async () => {
  const claims = person();
  await browser().pass('google', { claims });
  const [account] = await accountsOf(claims.email);
  expect(Object.keys(account ?? {}).toSorted()).toEqual([
    'createdAt',
    'email',
    'id',
    'issuer',
    'lastUsedAt',
    'provider',
    'providerAccountId',
    'sessionId',
    'type',
    'userId',
  ]);
});
