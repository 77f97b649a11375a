import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { afterEach, expect, test, vi } from 'vitest';
import { keptMails } from '../../server/development/mailbox';
import { afterResponse } from '../../server/lib/auth/after-response';
import { issueToken } from '../../server/lib/auth/auth-tokens';
import { authConfig } from '../../server/lib/auth/config';
import { sendPasswordReset } from '../../server/lib/auth/link-mails';
import { registerMethod } from '../../server/lib/auth/methods';
import { noPassword } from '../../server/lib/auth/passwords';
import { db } from '../../server/lib/db';
import { finishWork } from '../../server/lib/shutdown';
import { mailsTo } from '../support/mailbox';
import { mailTo, stableHeaders, tokenIn, tokenTo } from './mail-support';
import { password, useAuthApi } from './support';

const { send, register } = useAuthApi();
const newPassword = `${password}-new`;

const dropFor = vi.fn<(userId: string) => Promise<void>>(async () => undefined);
registerMethod({ id: 'test', countFor: async () => 0, dropFor });

afterEach(() => {
  vi.useRealTimers();
});

const forget = (email: string, headers = {}) =>
  send('password/forgot', { body: { email }, headers });
const reset = (token: string, wanted = newPassword) =>
  send('password/reset', { body: { token, newPassword: wanted } });

/** Waits until the server has done the work of all earlier requests. */
async function settle(): Promise<void> {
  const { email } = await register();
  await forget(email);
  await mailTo(email);
}

async function verify(id: string): Promise<void> {
  await db.user.update({ where: { id }, data: { emailVerified: new Date() } });
}

test('sets a new password with the link, ends all sessions and reports it', async () => {
  const { email, headers, refreshToken } = await register();
  expect(await forget(` ${email.toUpperCase()} `)).toMatchObject({ status: 202, body: undefined });
  const answer = await reset(await tokenTo(email));
  expect([answer.status, answer.cookies.set]).toEqual([204, []]);
  expect((await send('me', { headers })).status).toBe(401);
  expect((await send('refresh', { body: { refreshToken } })).status).toBe(401);
  expect((await send('login', { body: { email, password } })).status).toBe(401);
  expect((await send('login', { body: { email, password: newPassword } })).status).toBe(200);
  expect((await mailTo(email, 2)).subject).toContain('was changed');
});

test('answers alike for all addresses', async () => {
  const { email } = await register();
  const disabled = await register();
  await db.user.update({ where: { id: disabled.user.id }, data: { disabledAt: new Date() } });
  const without = `${randomUUID()}@example.com`;
  await db.user.create({ data: { email: without, password: noPassword } });
  const addresses = [email, `${randomUUID()}@example.com`, disabled.email, without];
  const answers = [];
  for (const address of addresses) answers.push(await forget(address));
  for (const { status, body, headers } of answers) {
    expect([status, body]).toEqual([202, undefined]);
    expect(stableHeaders(headers)).toEqual(stableHeaders(answers[0]?.headers ?? new Headers()));
  }
  await settle();
  const mails = await Promise.all(addresses.map((address) => mailsTo(address)));
  expect(mails.map(({ length }) => length)).toEqual([1, 0, 0, 1]);
});

test('looks the account up after the response', async () => {
  const response = new EventEmitter();
  const job = vi.fn<() => Promise<void>>(async () => {});
  vi.useFakeTimers();
  afterResponse(response as Response, job);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(job).not.toHaveBeenCalled();
  response.emit('close');
  expect(job).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(job).toHaveBeenCalledOnce();
});

test('sends the mail before the server stops', async () => {
  const { email } = await register();
  await forget(email);
  await finishWork(1000);
  expect(keptMails().map(({ to }) => to.address)).toContain(email);
});

test('accepts a link once of twenty concurrent requests', async () => {
  const { email } = await register();
  await forget(email);
  const token = await tokenTo(email);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => reset(token, `${newPassword}-${at}`)),
  );
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([204, ...Array.from({ length: 19 }, () => 400)]);
});

test('refuses expired, foreign, replaced and unknown links alike', async () => {
  const { email, user } = await register();
  const wanted = { email, userId: user.id, seconds: 60 };
  const replaced = await issueToken({ ...wanted, purpose: 'password_reset' });
  const expired = await issueToken({ ...wanted, purpose: 'password_reset', seconds: -1 });
  const foreign = await issueToken({ ...wanted, purpose: 'email_verify' });
  for (const token of [expired, foreign, replaced, '', 'x'.repeat(43)]) {
    expect(await reset(token)).toMatchObject({ status: 400, body: { code: 'invalid_link' } });
  }
  expect((await send('login', { body: { email, password } })).status).toBe(200);
});

test('refuses a link after 30 minutes', async () => {
  const { email } = await register();
  await forget(email);
  const token = await tokenTo(email);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 60_000 + 1 });
  expect((await reset(token)).status).toBe(400);
});

test('accepts only the newest link', async () => {
  const { email } = await register();
  await forget(email);
  const first = await tokenTo(email);
  await forget(email);
  const second = await tokenTo(email, 2);
  expect((await reset(first)).status).toBe(400);
  expect((await reset(second)).status).toBe(204);
});

test('refuses a link to an address that the account no longer has', async () => {
  const { email, user } = await register();
  await forget(email);
  const token = await tokenTo(email);
  const changed = `${randomUUID()}@example.com`;
  await db.user.update({ where: { id: user.id }, data: { email: changed } });
  expect((await reset(token)).status).toBe(400);
  expect((await send('login', { body: { email: changed, password } })).status).toBe(200);
});

test('refuses the link of a disabled user', async () => {
  const { email, user } = await register();
  await forget(email);
  const token = await tokenTo(email);
  await db.user.update({ where: { id: user.id }, data: { disabledAt: new Date() } });
  expect((await reset(token)).status).toBe(400);
});

test('keeps the link when the password is refused', async () => {
  const { email } = await register();
  await forget(email);
  const token = await tokenTo(email);
  const weak = await reset(token, 'a');
  expect([weak.status, weak.body.errors?.[0]?.pointer]).toEqual([422, '/newPassword']);
  expect((await reset(token)).status).toBe(204);
});

test('changes nothing when the link is only opened', async () => {
  const { email, headers } = await register();
  await forget(email);
  const token = await tokenTo(email);
  for (const method of ['GET', 'HEAD']) {
    const path = `password/reset?token=${token}&newPassword=${newPassword}`;
    expect((await send(path, { method })).status).toBe(405);
  }
  expect((await send('me', { headers })).status).toBe(200);
  expect((await reset(token)).status).toBe(204);
});

test('takes the address of the link from the configuration, with the token after #', async () => {
  const { email } = await register();
  await forget(email, { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' });
  const { text } = await mailTo(email);
  expect(text).not.toContain('evil');
  expect(text).toMatch(new RegExp(`^${authConfig.origin}/reset-password#token=[\\w-]{43}$`, 'm'));
});

test('sends at most three mails in 15 minutes and ten a day to an address', async () => {
  const start = Date.now();
  const { email } = await register();
  const sent = [];
  for (let quarter = 0; quarter < 5; quarter += 1) {
    vi.useFakeTimers({ toFake: ['Date'], now: start + quarter * 16 * 60_000 });
    for (let count = 0; count < 4; count += 1) expect((await forget(email)).status).toBe(202);
    await settle();
    sent.push((await mailsTo(email)).length);
  }
  expect(sent).toEqual([3, 6, 9, 10, 10]);
  vi.useFakeTimers({ toFake: ['Date'], now: start + 25 * 3_600_000 });
  await forget(email);
  await mailTo(email, 11);
});

test('limits the attempts per minute and address', async () => {
  const ip = '198.51.100.20';
  for (let count = 0; count < authConfig.rateLimit; count += 1) {
    await send('password/reset', { body: { token: String(count), newPassword }, ip });
  }
  expect((await send('password/forgot', { body: {}, ip })).status).toBe(429);
  expect((await send('password/reset', { body: {}, ip })).status).toBe(429);
});

test('sets the first password of a user without one', async () => {
  const email = `${randomUUID()}@example.com`;
  await db.user.create({ data: { email, password: noPassword, emailVerified: new Date() } });
  await forget(email);
  expect((await reset(await tokenTo(email))).status).toBe(204);
  expect((await send('login', { body: { email, password: newPassword } })).status).toBe(200);
});

test('ends all sessions but keeps the second factor of a user with a proved address', async () => {
  const { email, user, headers } = await register();
  await verify(user.id);
  await forget(email);
  expect((await reset(await tokenTo(email))).status).toBe(204);
  expect((await send('me', { headers })).status).toBe(401);
  expect(dropFor.mock.calls.map(([id]) => id)).not.toContain(user.id);
});

test('removes other ways in and pending changes with the first proof of an address', async () => {
  const { email, user } = await register();
  const change = await issueToken({
    purpose: 'email_change',
    email: 'mallory@example.com',
    userId: user.id,
    seconds: 60,
  });
  await forget(email);
  expect((await reset(await tokenTo(email))).status).toBe(204);
  expect(dropFor.mock.calls.map(([id]) => id)).toContain(user.id);
  expect(await db.authToken.count({ where: { userId: user.id } })).toBe(0);
  expect((await send('email/confirm', { body: { token: change } })).status).not.toBe(204);
  const { emailVerified } = await db.user.findUniqueOrThrow({
    where: { id: user.id },
    select: { emailVerified: true },
  });
  expect(emailVerified).not.toBeNull();
});

test('mails a link on behalf of an administrator', async () => {
  const { email, user } = await register();
  expect(await sendPasswordReset(user.id)).toBe(true);
  expect((await reset(tokenIn(await mailTo(email)))).status).toBe(204);
  expect(await sendPasswordReset('unknown')).toBe(false);
});
