import { randomUUID } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { findToken, issueToken, takeToken, voidTokens } from '../../server/lib/auth/auth-tokens';
import { db } from '../../server/lib/db';

const anyToken = () => ({
  purpose: 'password_reset' as const,
  email: `${randomUUID()}@example.com`,
  userId: randomUUID(),
  seconds: 60,
});

afterEach(() => {
  vi.useRealTimers();
});

test('accepts a token once and returns its data', async () => {
  const wanted = { ...anyToken(), data: { role: 'USER' } };
  const token = await issueToken(wanted);
  const { userId, email, data } = wanted;
  const expected = { userId, email, data, issuedAt: expect.any(Date) };
  expect(await findToken('password_reset', token)).toEqual(expected);
  expect(await takeToken('password_reset', token)).toEqual(expected);
  expect(await takeToken('password_reset', token)).toBeUndefined();
  expect(await findToken('password_reset', token)).toBeUndefined();
});

test('accepts one of twenty concurrent uses', async () => {
  const token = await issueToken(anyToken());
  const uses = Array.from({ length: 20 }, () => takeToken('password_reset', token));
  const taken = (await Promise.all(uses)).filter((found) => found !== undefined);
  expect(taken).toHaveLength(1);
});

test('refuses an expired token', async () => {
  const token = await issueToken(anyToken());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_001 });
  expect(await findToken('password_reset', token)).toBeUndefined();
  expect(await takeToken('password_reset', token)).toBeUndefined();
});

test('refuses a token of another purpose, and keeps it', async () => {
  const token = await issueToken(anyToken());
  expect(await takeToken('email_verify', token)).toBeUndefined();
  expect(await takeToken('password_reset', token)).toBeDefined();
});

test('stores the hash of a token only', async () => {
  const token = await issueToken(anyToken());
  const stored = JSON.stringify(await db.authToken.findMany());
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(stored).not.toContain(token);
  expect(stored).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
});

test('replaces the earlier token of a purpose and user', async () => {
  const wanted = anyToken();
  const [first, second] = [await issueToken(wanted), await issueToken(wanted)];
  const other = await issueToken({ ...wanted, purpose: 'email_verify' });
  expect(await takeToken('password_reset', first)).toBeUndefined();
  expect(await takeToken('password_reset', second)).toBeDefined();
  expect(await takeToken('email_verify', other)).toBeDefined();
});

test('leaves one valid token after concurrent requests', async () => {
  const wanted = anyToken();
  const tokens = await Promise.all(Array.from({ length: 8 }, () => issueToken(wanted)));
  const found = await Promise.all(tokens.map((token) => findToken('password_reset', token)));
  expect(found.filter((token) => token !== undefined)).toHaveLength(1);
});

test('invalidates the tokens of a user by purpose', async () => {
  const wanted = anyToken();
  const reset = await issueToken(wanted);
  const change = await issueToken({ ...wanted, purpose: 'email_change' });
  await voidTokens(wanted.userId, ['email_change']);
  expect(await takeToken('email_change', change)).toBeUndefined();
  expect(await takeToken('password_reset', reset)).toBeDefined();
});

test('deletes expired tokens when another token is issued', async () => {
  await issueToken({ ...anyToken(), seconds: -1 });
  await issueToken(anyToken());
  expect(await db.authToken.count({ where: { expiresAt: { lt: new Date() } } })).toBe(0);
});
