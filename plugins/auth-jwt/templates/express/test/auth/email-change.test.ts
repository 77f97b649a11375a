import { randomUUID } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { authConfig } from '../../server/lib/auth/config';
import { db } from '../../server/lib/db';
import { mailsTo } from '../support/mailbox';
import { mailTo, stableHeaders, tokenTo } from './mail-support';
import { password, useAuthApi } from './support';

const { send, register } = useAuthApi();
const anyAddress = () => `${randomUUID()}@example.com`;

afterEach(() => {
  vi.useRealTimers();
});

type Headers = Readonly<Record<string, string>>;

const change = (headers: Headers, email: string, currentPassword = password) =>
  send('email/change', { body: { email, currentPassword }, headers });
const confirm = (token: string, headers?: Headers) =>
  send('email/confirm', { body: { token }, ...(headers && { headers }) });
const restore = (token: string) => send('email/restore', { body: { token } });
const login = (email: string, given = password) =>
  send('login', { body: { email, password: given } });

async function addressOf(id: string): Promise<string> {
  return (await db.user.findUniqueOrThrow({ where: { id } })).email;
}

test('changes the address after a click in the mail to the new one', async () => {
  const { email, headers, user } = await register();
  const other = await login(email);
  const wanted = anyAddress();
  expect((await change(headers, ` ${wanted.toUpperCase()}`)).status).toBe(202);
  const token = await tokenTo(wanted);
  expect(await addressOf(user.id)).toBe(email);
  expect((await confirm(token, headers)).status).toBe(204);
  expect(await addressOf(user.id)).toBe(wanted);
  expect((await send('me', { headers })).status).toBe(200);
  const others = { Authorization: `Bearer ${other.body.accessToken}` };
  expect((await send('me', { headers: others })).status).toBe(401);
  expect([(await login(email)).status, (await login(wanted)).status]).toEqual([401, 200]);
  expect((await confirm(token)).status).toBe(400);
});

test('requires a session and the current password', async () => {
  const { headers } = await register();
  const wanted = anyAddress();
  expect((await change({}, wanted)).status).toBe(401);
  const refused = await change(headers, wanted, 'Password2');
  const errors = [{ pointer: '/currentPassword' }];
  expect(refused).toMatchObject({ status: 403, body: { errors } });
  expect(await mailsTo(wanted)).toEqual([]);
});

test('limits the mails that a user can send to other addresses', async () => {
  const { headers } = await register();
  const ip = '198.51.100.30';
  const statuses = [];
  for (let count = 0; count <= authConfig.rateLimit; count += 1) {
    const body = { email: anyAddress(), currentPassword: password };
    statuses.push((await send('email/change', { body, headers, ip })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: authConfig.rateLimit }, () => 202), 429]);
});

test('answers alike for a free and a taken address', async () => {
  const { headers } = await register();
  const taken = await register();
  const wanted = anyAddress();
  const answers = [await change(headers, wanted), await change(headers, taken.email)];
  expect(answers.map(({ status, body }) => [status, body])).toEqual([
    [202, undefined],
    [202, undefined],
  ]);
  const [one, other] = answers.map((answer) => stableHeaders(answer.headers));
  expect(one).toEqual(other);
  expect((await mailTo(taken.email)).text).not.toContain('#token=');
  await mailTo(wanted);
});

test('tells the previous address, which can undo the change', async () => {
  const { email, headers, user } = await register();
  const wanted = anyAddress();
  await change(headers, wanted);
  await confirm(await tokenTo(wanted), headers);
  expect((await restore(await tokenTo(email))).status).toBe(204);
  expect(await addressOf(user.id)).toBe(email);
  expect((await send('me', { headers })).status).toBe(401);
  expect([(await login(email)).status, (await login(wanted)).status]).toEqual([401, 401]);
  await send('password/forgot', { body: { email } });
  const token = await tokenTo(email, 2);
  await send('password/reset', { body: { token, newPassword: `${password}2` } });
  expect((await login(email, `${password}2`)).status).toBe(200);
});

test.each([
  [71, 204],
  [73, 400],
])('undoes a change after %s hours: %s', async (hours, status) => {
  const { email, headers } = await register();
  const wanted = anyAddress();
  await change(headers, wanted);
  await confirm(await tokenTo(wanted));
  const token = await tokenTo(email);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
  expect((await restore(token)).status).toBe(status);
});

test('lets the first owner undo changes that a thief repeats and undoes', async () => {
  const { email, headers, user } = await register();
  const thief = [anyAddress(), anyAddress()] as const;
  for (const address of thief) {
    await change(headers, address);
    await confirm(await tokenTo(address), headers);
  }
  const stolen = await tokenTo(thief[0], 2);
  const owned = await tokenTo(email);
  expect((await restore(owned)).status).toBe(204);
  expect((await restore(stolen)).status).toBe(400);
  expect(await addressOf(user.id)).toBe(email);
});

test('keeps the link of the first owner when a thief uses a later one', async () => {
  const { email, headers, user } = await register();
  const thief = [anyAddress(), anyAddress()] as const;
  for (const address of thief) {
    await change(headers, address);
    await confirm(await tokenTo(address), headers);
  }
  expect((await restore(await tokenTo(thief[0], 2))).status).toBe(204);
  expect((await restore(await tokenTo(email))).status).toBe(204);
  expect(await addressOf(user.id)).toBe(email);
});

test('gives an address to one of two users who confirm it at once', async () => {
  const users = [await register(), await register()];
  const wanted = anyAddress();
  const tokens: string[] = [];
  for (const { headers } of users) {
    await change(headers, wanted);
    tokens.push(await tokenTo(wanted, tokens.length + 1));
  }
  const answers = await Promise.all(tokens.map((token) => confirm(token)));
  const refused = answers.filter(({ status }) => status !== 204);
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual([[409, 'email_taken']]);
  expect(await db.user.count({ where: { email: wanted } })).toBe(1);
});

test('accepts only the newest link, and no link after the address or password changed', async () => {
  const { headers, user } = await register();
  const wanted = [anyAddress(), anyAddress(), anyAddress()] as const;
  const tokens = [];
  for (const address of wanted.slice(0, 2)) {
    await change(headers, address);
    tokens.push(await tokenTo(address));
  }
  expect((await confirm(tokens[0] ?? '')).status).toBe(400);
  expect((await confirm(tokens[1] ?? '', headers)).status).toBe(204);
  await change(headers, wanted[2]);
  const token = await tokenTo(wanted[2]);
  const body = { currentPassword: password, newPassword: `${password}2` };
  expect((await send('password', { method: 'PUT', body, headers })).status).toBe(204);
  expect((await confirm(token)).status).toBe(400);
  expect(await addressOf(user.id)).toBe(wanted[1]);
});

test('changes nothing when a link is only opened', async () => {
  const { email, headers, user } = await register();
  const wanted = anyAddress();
  await change(headers, wanted);
  const token = await tokenTo(wanted);
  for (const path of ['email/confirm', 'email/restore', 'email/change', 'email/verify']) {
    expect((await send(`${path}?token=${token}`, { headers })).status).toBe(405);
  }
  expect(await addressOf(user.id)).toBe(email);
});

test('sends the report even if the address got its number of mails', async () => {
  const { email, headers } = await register();
  for (let count = 0; count < 4; count += 1) await send('password/forgot', { body: { email } });
  await tokenTo(email, 3);
  const wanted = anyAddress();
  await change(headers, wanted);
  await confirm(await tokenTo(wanted));
  expect((await mailTo(email, 4)).subject).toContain('was changed');
});
