import { expect, test } from 'vitest';
import type { Identity } from '../../server/lib/auth-nextauth/identity';
import { db } from '../../server/lib/db';
import { accountsOf, person, refused, useBrowsers } from './support';

const browser = useBrowsers();

test('creates a user with a verified address at the first sign-in, and finds it again', async () => {
  const one = browser();
  const claims = person();
  expect(await one.pass('google', { claims })).toEqual({ status: 303, location: '/' });
  const user = await one.me();
  expect(user).toMatchObject({ email: claims.email, role: 'USER' });
  const stored = await db.user.findUniqueOrThrow({ where: { email: claims.email } });
  expect(stored).toMatchObject({ name: 'Ada', password: '!' });
  expect(stored.emailVerified).toBeInstanceOf(Date);
  const other = browser();
  await other.pass('google', { claims });
  expect(await other.me()).toEqual(user);
  expect(await accountsOf(claims.email)).toMatchObject([
    {
      type: 'oidc',
      provider: 'google',
      issuer: 'https://accounts.google.com',
      email: claims.email,
    },
  ]);
  const sessions = await db.session.findMany({ where: { userId: stored.id } });
  expect(sessions.map(({ methods }) => methods)).toEqual(['oidc:google', 'oidc:google']);
});

test('creates one user for eight first sign-ins at once', async () => {
  const claims = person();
  const browsers = Array.from({ length: 8 }, () => browser());
  const landings = await Promise.all(browsers.map((one) => one.pass('google', { claims })));
  expect(landings).toEqual(landings.map(() => ({ status: 303, location: '/' })));
  const users = await Promise.all(browsers.map((one) => one.me()));
  expect(new Set(users.map((user) => user?.id)).size).toBe(1);
  expect(await accountsOf(claims.email)).toHaveLength(1);
});

test('creates one user if eight requests have found none', async () => {
  // Imported after the mocks of the support module.
  const { userOf } = await import('../../server/lib/auth-nextauth/accounts');
  const { sub: subject, email } = person();
  const issuer = 'https://accounts.google.com';
  const identity: Identity = {
    provider: 'google',
    type: 'oidc',
    issuer,
    subject,
    email,
    isVerified: true,
  };
  const results = await Promise.all(Array.from({ length: 8 }, () => userOf(identity)));
  expect(new Set(results.map(({ userId }) => userId)).size).toBe(1);
  expect(results.filter(({ isNew }) => isNew)).toHaveLength(1);
});

test('lets two tabs finish in any order', async () => {
  const one = browser();
  const [first, second] = [await one.begin('google'), await one.begin('google')];
  const claims = person();
  for (const url of [second, first]) {
    expect(await one.open('google', one.agreed(url, { claims }))).toMatchObject({ location: '/' });
  }
  expect([...one.cookies.keys()].filter((name) => name.includes('signin_'))).toEqual([]);
});

test('keeps at most five attempts', async () => {
  const one = browser();
  for (let count = 0; count < 9; count += 1) await one.begin('google');
  expect([...one.cookies.keys()].filter((name) => name.includes('signin_'))).toHaveLength(5);
});

test('accepts an answer once', async () => {
  const one = browser();
  const answer = one.agreed(await one.begin('google'), { claims: person() });
  expect(await one.open('google', answer)).toMatchObject({ location: '/' });
  expect(await one.open('google', answer)).toEqual(refused('attempt_unknown'));
});

test('refuses an answer in another browser', async () => {
  const [victim, attacker] = [browser(), browser()];
  const answer = attacker.agreed(await attacker.begin('google'), { claims: person() });
  expect(await victim.open('google', answer)).toEqual(refused('attempt_unknown'));
  expect(await victim.me()).toBeUndefined();
});

test('refuses the state of one provider at another', async () => {
  const one = browser();
  const answer = one.agreed(await one.begin('google'), { claims: person() });
  expect(await one.open('gitlab', answer)).toEqual(refused('attempt_unknown'));
});
