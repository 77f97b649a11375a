import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { authConfig } from '../../server/lib/auth/config';
import { noPassword } from '../../server/lib/auth/passwords';
import { db } from '../../server/lib/db';
import { mailsTo } from '../support/mailbox';
import { stableHeaders, tokenTo } from './mail-support';
import { password, useAuthApi } from './support';

const { send, register } = useAuthApi();

afterEach(() => {
  Object.assign(authConfig, { verifyEmail: 'off' });
});

const resend = (email: string) => send('email/verify/resend', { body: { email } });
const verify = (body: object, headers = {}) => send('email/verify', { body, headers });
const login = (email: string) => send('login', { body: { email, password } });
const stored = { emailVerified: true, password: true } as const;
const userOf = (id: string) => db.user.findUniqueOrThrow({ where: { id }, select: stored });

test('verifies the address of a signed-in user, who keeps session and password', async () => {
  const { email, user, headers } = await register();
  const other = await login(email);
  expect((await resend(email)).status).toBe(202);
  const token = await tokenTo(email);
  expect((await verify({ token }, headers)).status).toBe(204);
  expect((await userOf(user.id)).emailVerified).not.toBeNull();
  expect((await send('me', { headers })).status).toBe(200);
  const others = { Authorization: `Bearer ${other.body.accessToken}` };
  expect((await send('me', { headers: others })).status).toBe(401);
  expect((await login(email)).status).toBe(200);
  expect((await verify({ token }, headers)).status).toBe(400);
});

test('keeps the password if the prover types it', async () => {
  const { email, headers } = await register();
  await resend(email);
  const token = await tokenTo(email);
  const wrong = await verify({ token, currentPassword: 'Password2' });
  expect([wrong.status, wrong.body.code]).toEqual([403, 'invalid_password']);
  expect((await verify({ token, currentPassword: password })).status).toBe(204);
  expect((await send('me', { headers })).status).toBe(401);
  expect((await login(email)).status).toBe(200);
});

test('removes a password that the prover does not know', async () => {
  const { email, user } = await register();
  await resend(email);
  expect((await verify({ token: await tokenTo(email) })).status).toBe(204);
  expect((await userOf(user.id)).password).toBe(noPassword);
  expect((await login(email)).status).toBe(401);
});

test('refuses to remove the password in the session of another user', async () => {
  const { email } = await register();
  const { headers } = await register();
  await resend(email);
  const token = await tokenTo(email);
  const refused = await verify({ token }, headers);
  expect([refused.status, refused.body.code]).toEqual([403, 'other_account']);
  expect((await login(email)).status).toBe(200);
  expect((await verify({ token, currentPassword: password }, headers)).status).toBe(204);
  expect((await send('me', { headers })).status).toBe(200);
});

test('refuses a link to an address that the account no longer has', async () => {
  const { email, user, headers } = await register();
  await resend(email);
  const token = await tokenTo(email);
  const changed = { email: `${randomUUID()}@example.com` };
  await db.user.update({ where: { id: user.id }, data: changed });
  expect((await verify({ token }, headers)).status).toBe(400);
  expect((await userOf(user.id)).emailVerified).toBeNull();
});

test('answers alike for all addresses, and mails only unverified users', async () => {
  const [one, verified] = [await register(), await register()];
  await db.user.update({ where: { id: verified.user.id }, data: { emailVerified: new Date() } });
  const addresses = [verified.email, `${randomUUID()}@example.com`, one.email];
  const answers = [];
  for (const address of addresses) answers.push(await resend(address));
  for (const { status, body, headers } of answers) {
    expect([status, body]).toEqual([202, undefined]);
    expect(stableHeaders(headers)).toEqual(stableHeaders(answers[0]?.headers ?? new Headers()));
  }
  await tokenTo(one.email);
  expect(await mailsTo(verified.email)).toEqual([]);
});

test('signs in verified users only, if the setting requires it', async () => {
  Object.assign(authConfig, { verifyEmail: 'required' });
  const email = `${randomUUID()}@example.com`;
  const registered = await send('register', { body: { email, password } });
  expect([registered.status, registered.cookies.set]).toEqual([202, []]);
  const refused = await login(email);
  expect([refused.status, refused.body.code]).toEqual([403, 'email_unverified']);
  expect((await send('login', { body: { email, password: 'Password2' } })).status).toBe(401);
  await verify({ token: await tokenTo(email), currentPassword: password });
  expect((await login(email)).status).toBe(200);
});
