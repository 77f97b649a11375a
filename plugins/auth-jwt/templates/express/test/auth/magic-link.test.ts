import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { authConfig } from '../../server/lib/auth/config';
import { db } from '../../server/lib/db';
import { mailsTo } from '../support/mailbox';
import { stableHeaders, tokenTo } from './mail-support';
import { password, useAuthApi } from './support';
import { useTotpApi } from './totp-support';

const { send, register } = useAuthApi();
const { registerWithTotp } = useTotpApi();

/** Requests a link. Returns its token and the cookie of the browser. */
async function requestLink(email: string, count = 1, headers = {}) {
  const { status, cookies } = await send('magic', { body: { email }, headers });
  expect(status).toBe(202);
  return { token: await tokenTo(email, count), headers: { Cookie: cookies.sent } };
}

type Link = Awaited<ReturnType<typeof requestLink>>;

const open = ({ token, headers }: Link) => send('magic/verify', { body: { token }, headers });

test('signs in with the link, which proves the address', async () => {
  const { user, email } = await register();
  const answer = await open(await requestLink(email));
  expect([answer.status, answer.body.user.id]).toEqual([200, user.id]);
  const headers = { Authorization: `Bearer ${answer.body.accessToken}` };
  expect((await send('me', { headers })).status).toBe(200);
  const stored = await db.user.findUniqueOrThrow({
    where: { id: user.id },
    select: { emailVerified: true, sessions: { select: { methods: true } } },
  });
  expect(stored.emailVerified).not.toBeNull();
  expect(stored.sessions.map(({ methods }) => methods)).toEqual(['mail']);
});

test('answers alike for all addresses', async () => {
  const { email } = await register();
  const answers = [];
  for (const address of [email, `${randomUUID()}@example.com`]) {
    answers.push(await send('magic', { body: { email: address } }));
  }
  const [known, unknown] = answers.map(({ status, body, headers, cookies }) => ({
    status,
    body,
    headers: stableHeaders(headers).filter(([name]) => name !== 'set-cookie'),
    cookies: cookies.set.map((cookie) => cookie.replace(/=[\w-]{43};/, '=;')),
  }));
  expect(known).toEqual(unknown);
  expect(known?.cookies).toEqual([expect.stringMatching(/HttpOnly; SameSite=Lax$/)]);
});

test('refuses the link in another browser, and keeps it for the right one', async () => {
  const { email } = await register();
  const link = await requestLink(email);
  const other = await send('magic', { body: { email: `${randomUUID()}@example.com` } });
  for (const headers of [{ Cookie: '' }, { Cookie: other.cookies.sent }]) {
    const answer = await open({ ...link, headers });
    expect([answer.status, answer.body.code]).toEqual([403, 'other_browser']);
    expect(answer.cookies.set).toEqual([]);
  }
  expect((await open(link)).status).toBe(200);
});

test('keeps the browser when it requests another link', async () => {
  const { email } = await register();
  const first = await requestLink(email);
  const second = await requestLink(email, 2, first.headers);
  expect(second.headers).toEqual(first.headers);
  const refused = await open(first);
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid_link']);
  expect((await open(second)).status).toBe(200);
});

test('accepts a link once of twenty concurrent requests', async () => {
  const link = await requestLink((await register()).email);
  const answers = await Promise.all(Array.from({ length: 20 }, () => open(link)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('refuses a link after 10 minutes, and a token of another purpose', async () => {
  const { email } = await register();
  const link = await requestLink(email);
  await send('password/forgot', { body: { email } });
  const reset = await tokenTo(email, 2);
  expect((await open({ ...link, token: reset })).status).toBe(400);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  expect((await open(link)).status).toBe(400);
});

test('asks for the second factor of a user with a proved address', async () => {
  const { email, user } = await registerWithTotp();
  await db.user.update({ where: { id: user.id }, data: { emailVerified: new Date() } });
  const { status, body, cookies } = await open(await requestLink(email));
  expect([status, body]).toEqual([200, { secondFactor: ['totp'], challenge: expect.any(String) }]);
  expect(cookies.set).toEqual([]);
});

test('removes the password of an unproved account, unless its session opens the link', async () => {
  const [other, own] = [await register(), await register()];
  await open(await requestLink(other.email));
  const stolen = await send('login', { body: { email: other.email, password } });
  expect(stolen.status).toBe(401);
  const link = await requestLink(own.email);
  await open({ ...link, headers: { ...link.headers, ...own.headers } });
  expect((await send('login', { body: { email: own.email, password } })).status).toBe(200);
});

test('refuses disabled users, and links to an address that the account no longer has', async () => {
  const [ann, bob] = [await register(), await register()];
  const [linkOfAnn, linkOfBob] = [await requestLink(ann.email), await requestLink(bob.email)];
  await db.user.update({ where: { id: ann.user.id }, data: { disabledAt: new Date() } });
  const email = `${randomUUID()}@example.com`;
  await db.user.update({ where: { id: bob.user.id }, data: { email } });
  expect((await open(linkOfAnn)).status).toBe(400);
  expect((await open(linkOfBob)).status).toBe(400);
  await send('magic', { body: { email: ann.email } });
  const marker = await register();
  await requestLink(marker.email);
  expect(await mailsTo(ann.email)).toHaveLength(1);
});

test('refuses a link after the password was changed', async () => {
  const { email, headers } = await register();
  const link = await requestLink(email);
  const body = { currentPassword: password, newPassword: `${password}2` };
  expect((await send('password', { method: 'PUT', body, headers })).status).toBe(204);
  expect((await open(link)).status).toBe(400);
});

test('is refused if the setting is off', async () => {
  const link = await requestLink((await register()).email);
  Object.assign(authConfig, { hasMagicLink: false });
  onTestFinished(() => void Object.assign(authConfig, { hasMagicLink: true }));
  const answers = [await send('magic', { body: { email: 'a@example.com' } }), await open(link)];
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [403, 'magic_link_off'],
    [403, 'magic_link_off'],
  ]);
});
