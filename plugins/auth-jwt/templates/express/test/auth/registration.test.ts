import { randomUUID } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { authConfig } from '../../server/lib/auth/config';
import { invite } from '../../server/lib/auth/link-mails';
import type { Role } from '../../server/lib/auth/roles';
import { db } from '../../server/lib/db';
import { mailTo, stableHeaders, tokenIn, tokenTo } from './mail-support';
import { password, useAuthApi } from './support';

const { send, register } = useAuthApi();
const anyAddress = () => `${randomUUID()}@example.com`;

afterEach(() => {
  vi.useRealTimers();
  Object.assign(authConfig, { registration: 'open' });
});

const accept = (token: string, given = password) =>
  send('invitations/accept', { body: { token, password: given, name: 'Ann' } });

/** Creates a user who invites others. */
async function inviter(role: Role = 'ADMIN') {
  const { id } = await db.user.create({ data: { email: anyAddress(), role } });
  return id;
}

async function invited(role: Role = 'USER', invitedBy?: string) {
  const email = anyAddress();
  const link = await invite({ email, role, invitedBy: invitedBy ?? (await inviter()) });
  return { email, token: tokenIn({ text: link }) };
}

test('open: creates the account at once, and refuses a taken address', async () => {
  const { email } = await register();
  const again = await send('register', { body: { email, password } });
  expect([again.status, again.body.code]).toEqual([409, 'email_taken']);
});

test('private: answers alike for free and taken addresses', async () => {
  const { email } = await register();
  Object.assign(authConfig, { registration: 'private' });
  const free = anyAddress();
  const answers = [];
  for (const address of [email, free]) {
    answers.push(await send('register', { body: { email: address, password } }));
  }
  for (const { status, body, headers } of answers) {
    expect([status, body]).toEqual([202, undefined]);
    expect(stableHeaders(headers)).toEqual(stableHeaders(answers[0]?.headers ?? new Headers()));
  }
  expect((await mailTo(email)).text).not.toContain('#token=');
  const token = await tokenTo(free);
  expect(await db.user.count({ where: { email: free } })).toBe(0);
  expect((await send('login', { body: { email: free, password } })).status).toBe(401);
  const { status, body } = await accept(token, `${password}2`);
  expect([status, body.user.role]).toEqual([200, 'USER']);
  expect((await send('login', { body: { email: free, password } })).status).toBe(401);
});

test('invited: refuses visitors and accepts invited users', async () => {
  Object.assign(authConfig, { registration: 'invited' });
  const refused = await send('register', { body: { email: anyAddress(), password } });
  expect([refused.status, refused.body.code]).toEqual([403, 'invitation_required']);
  const { email, token } = await invited('ADMIN');
  expect(await db.user.count({ where: { email } })).toBe(0);
  const { status, body, cookies } = await accept(token);
  expect([status, body.user]).toEqual([
    200,
    { id: expect.any(String), email, name: 'Ann', role: 'ADMIN' },
  ]);
  expect(cookies.set).toHaveLength(2);
  const { emailVerified } = await db.user.findUniqueOrThrow({
    where: { email },
    select: { emailVerified: true },
  });
  expect(emailVerified).not.toBeNull();
});

test('accepts an invitation once of twenty concurrent requests', async () => {
  const { email, token } = await invited();
  const answers = await Promise.all(Array.from({ length: 20 }, () => accept(token)));
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 400)]);
  expect(await db.user.count({ where: { email } })).toBe(1);
});

test.each([
  [6, 200],
  [8, 400],
])('accepts an invitation after %s days: %s', async (days, status) => {
  const { token } = await invited();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 });
  expect((await accept(token)).status).toBe(status);
});

test('accepts only the newest invitation, and keeps it when the password is refused', async () => {
  const invitedBy = await inviter();
  const { email, token } = await invited('USER', invitedBy);
  const second = tokenIn({ text: await invite({ email, role: 'USER', invitedBy }) });
  expect((await accept(token)).status).toBe(400);
  expect((await accept(second, 'a')).status).toBe(422);
  expect((await accept(second)).status).toBe(200);
});

test.each<[string, object]>([
  ['lost the role', { role: 'USER' }],
  ['was disabled', { disabledAt: new Date() }],
])('refuses an invitation if the user who invited %s', async (_, data) => {
  const invitedBy = await inviter();
  const { email, token } = await invited('ADMIN', invitedBy);
  await db.user.update({ where: { id: invitedBy }, data });
  expect((await accept(token)).status).toBe(400);
  expect(await db.user.count({ where: { email } })).toBe(0);
});

test('refuses to invite an address with an account, also one created later', async () => {
  const { email, token } = await invited();
  await register(email);
  expect((await accept(token)).status).toBe(409);
  const role = 'USER';
  await expect(invite({ email, role, invitedBy: 'x' })).rejects.toMatchObject({ status: 409 });
});

test('keeps an invitation when a visitor registers with the address', async () => {
  const { email, token } = await invited('ADMIN');
  Object.assign(authConfig, { registration: 'private' });
  await send('register', { body: { email } });
  await tokenTo(email, 2);
  const { status, body } = await accept(token);
  expect([status, body.user.role]).toEqual([200, 'ADMIN']);
});

test('takes the role of an account from the invitation only', async () => {
  const { token } = await invited();
  const body = { token, password, role: 'ADMIN', email: 'mallory@example.com' };
  const answer = await send('invitations/accept', { body });
  expect([answer.status, answer.body.user.role]).toEqual([200, 'USER']);
});
