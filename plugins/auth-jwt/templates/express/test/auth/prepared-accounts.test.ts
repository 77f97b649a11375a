import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { registerMethod } from '../../server/lib/auth/methods';
import { db } from '../../server/lib/db';
import { tokenTo } from './mail-support';
import { password, useAuthApi } from './support';

// An attacker can create an account with the address of another person before that person does.
// These tests let the attacker prepare the account, and then the owner of the address recover it.

const { send, register } = useAuthApi();
const chosen = 'Owner-of-address-1';

/** A second way in, which the attacker adds. */
const added = new Set<string>();
registerMethod({
  id: 'test',
  countFor: async (userId) => (added.has(userId) ? 1 : 0),
  dropFor: async (userId) => void added.delete(userId),
});

async function prepare() {
  const account = await register();
  added.add(account.user.id);
  const address = `${randomUUID()}@example.com`;
  const body = { email: address, currentPassword: password };
  await send('email/change', { body, headers: account.headers });
  return { ...account, change: await tokenTo(address), address };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

async function resetPassword({ email }: Prepared): Promise<void> {
  await send('password/forgot', { body: { email } });
  const body = { token: await tokenTo(email), newPassword: chosen };
  expect((await send('password/reset', { body })).status).toBe(204);
}

async function verifyAddress({ email }: Prepared): Promise<void> {
  await send('email/verify/resend', { body: { email } });
  expect((await send('email/verify', { body: { token: await tokenTo(email) } })).status).toBe(204);
}

const recoveries = [
  ['a new password', resetPassword],
  ['a verified address', verifyAddress],
] as const;

test.each(recoveries)('%s ends the sessions of the attacker', async (_, recover) => {
  const account = await prepare();
  await recover(account);
  expect((await send('me', { headers: account.headers })).status).toBe(401);
  const { refreshToken } = account;
  expect((await send('refresh', { body: { refreshToken } })).status).toBe(401);
});

test.each(recoveries)('%s removes the password of the attacker', async (_, recover) => {
  const account = await prepare();
  await recover(account);
  const { email } = account;
  expect((await send('login', { body: { email, password } })).status).toBe(401);
});

test.each(recoveries)('%s removes other ways in', async (_, recover) => {
  const account = await prepare();
  await recover(account);
  expect(added).not.toContain(account.user.id);
});

test.each(recoveries)('%s cancels a pending change of the address', async (_, recover) => {
  const account = await prepare();
  await recover(account);
  const { status } = await send('email/confirm', { body: { token: account.change } });
  expect(status).toBe(400);
  const { email } = await db.user.findUniqueOrThrow({ where: { id: account.user.id } });
  expect(email).toBe(account.email);
});

test.each(recoveries)('%s keeps what the user adds later', async (_, recover) => {
  const account = await prepare();
  await recover(account);
  added.add(account.user.id);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 });
  const { email } = account;
  await send('password/forgot', { body: { email } });
  const token = await tokenTo(email, recover === resetPassword ? 3 : 2);
  vi.useRealTimers();
  expect((await send('password/reset', { body: { token, newPassword: chosen } })).status).toBe(204);
  expect(added).toContain(account.user.id);
});

test('a change of the address in an unproved account can be undone by its owner', async () => {
  const account = await prepare();
  await send('email/confirm', { body: { token: account.change }, headers: account.headers });
  added.add(account.user.id);
  const body = { token: await tokenTo(account.email) };
  expect((await send('email/restore', { body })).status).toBe(204);
  expect((await send('me', { headers: account.headers })).status).toBe(401);
  expect(added).not.toContain(account.user.id);
});
