import { expect, test, vi } from 'vitest';
import { invite } from '../../server/lib/auth/link-mails';
import type { Role } from '../../server/lib/auth/roles';
import { db } from '../../server/lib/db';
import { accountsOf, newEmail, person, refused, useBrowsers } from './support';

// Only invited persons can create an account.
vi.mock(import('../../server/lib/auth-nextauth/config'), async (original) => ({
  ...(await original()),
  isSignupOpen: false,
}));

const browser = useBrowsers();

/** Invites an address. Returns the token in the link. */
async function invited(role: Role = 'USER', email = newEmail()) {
  const inviter = await db.user.create({ data: { email: newEmail(), role: 'ADMIN' } });
  const link = await invite({ email, role, invitedBy: inviter.id });
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
  return { email, inviter, invitation: token };
}

const usersOf = (email: string) => db.user.findMany({ where: { email } });

test('creates the invited account, once', async () => {
  const { email, invitation } = await invited('ADMIN');
  const one = browser();
  const claims = person({ email });
  const landing = await one.pass('google', { claims }, { invitation });
  expect(landing).toEqual({ status: 303, location: '/' });
  expect(await one.me()).toMatchObject({ email, role: 'ADMIN' });
  const [user] = await usersOf(email);
  expect(user?.emailVerified).toBeInstanceOf(Date);
  expect(await accountsOf(email)).toMatchObject([{ providerAccountId: claims.sub }]);
  const { status, body } = await browser().send('signin/google', { body: { invitation } });
  expect([status, body.code]).toEqual([400, 'invalid_link']);
  expect(await browser().pass('google', { claims })).toEqual({ status: 303, location: '/' });
});

test.each([
  ['another address', { email: 'other@example.com' }, 'invitation_other_address'],
  ['an unverified address', { email_verified: false }, 'email_unverified'],
])('refuses an account of a provider with %s, and keeps the invitation', async (_, own, code) => {
  const { email, invitation } = await invited();
  const claims = person({ email, ...own });
  expect(await browser().pass('google', { claims }, { invitation })).toEqual(refused(code));
  expect(await usersOf(email)).toEqual([]);
  const landing = await browser().pass('google', { claims: person({ email }) }, { invitation });
  expect(landing.location).toBe('/');
});

test('refuses an account of a provider that belongs to a user', async () => {
  const [first, second] = [await invited(), await invited()];
  const claims = person({ email: first.email });
  await browser().pass('google', { claims }, { invitation: first.invitation });
  const again = { claims: { ...claims, email: second.email } };
  const landing = await browser().pass('google', again, { invitation: second.invitation });
  expect(landing).toEqual(refused('linked_elsewhere'));
  expect(await usersOf(second.email)).toEqual([]);
});

test('refuses an invitation that was used or lost its effect after the sign-in began', async () => {
  const { email, inviter, invitation } = await invited('ADMIN');
  const [one, other] = [browser(), browser()];
  const url = await one.begin('google', { invitation });
  await db.user.update({ where: { id: inviter.id }, data: { role: 'USER' } });
  const answer = { claims: person({ email }) };
  expect(await one.open('google', one.agreed(url, answer))).toEqual(refused('invitation_invalid'));
  const second = await invited('USER', email);
  const later = await other.begin('google', { invitation: second.invitation });
  await db.authToken.deleteMany({ where: { email } });
  const landing = await other.open('google', other.agreed(later, answer));
  expect(landing).toEqual(refused('invitation_invalid'));
  expect(await usersOf(email)).toEqual([]);
});

test('creates one account for eight answers at once', async () => {
  const { email, invitation } = await invited();
  const begun = [];
  for (let count = 0; count < 8; count += 1) {
    const one = browser();
    const url = await one.begin('google', { invitation });
    begun.push(() => one.open('google', one.agreed(url, { claims: person({ email }) })));
  }
  const answers = await Promise.all(begun.map((open) => open()));
  expect(answers.filter(({ location }) => location === '/')).toHaveLength(1);
  expect(await accountsOf(email)).toHaveLength(1);
});

test('does not connect a provider and accept an invitation at once', async () => {
  const { invitation } = await invited();
  const { status } = await browser().send('signin/google', { body: { invitation, link: true } });
  expect(status).toBe(422);
});
