import { expect, test } from 'vitest';
import { openSession } from '../../server/lib/auth/sessions';
import { db } from '../../server/lib/db';
import { tokenTo } from './mail-support';
import { codeOf, useTotpApi } from './totp-support';

// A user can set up an authenticator app before the address is verified. Another person can do the
// same in an account with a foreign address. The app stays only in the session that set it up.

const { send, register, registerWithTotp } = useTotpApi();

type Headers = Readonly<Record<string, string>>;

async function verify(email: string, headers: Headers): Promise<void> {
  await send('email/verify/resend', { body: { email } });
  const body = { token: await tokenTo(email) };
  expect((await send('email/verify', { body, headers })).status).toBe(204);
}

async function otherSession(userId: string): Promise<Headers> {
  const { accessToken } = await openSession(userId);
  return { Authorization: `Bearer ${accessToken}` };
}

const factorsOf = async (userId: string) => ({
  apps: await db.totp.count({ where: { userId } }),
  codes: await db.recoveryCode.count({ where: { userId } }),
});
const kept = { apps: 1, codes: 10 };
const removed = { apps: 0, codes: 0 };

test('keeps the app of the session that verifies the address', async () => {
  const { email, user, headers } = await registerWithTotp();
  await send('totp/recovery-codes', { method: 'POST', headers });
  await verify(email, headers);
  expect(await factorsOf(user.id)).toEqual(kept);
});

test.each<[string, (userId: string) => Promise<Headers>]>([
  ['without a session', async () => ({})],
  ['in another session', otherSession],
])('removes the app of a session when the address is verified %s', async (_, open) => {
  const { email, user } = await registerWithTotp();
  await verify(email, await open(user.id));
  expect(await factorsOf(user.id)).toEqual(removed);
});

test('removes an app whose recovery codes another session knows', async () => {
  const { email, user, headers } = await registerWithTotp();
  const others = await otherSession(user.id);
  const { status } = await send('totp/recovery-codes', { method: 'POST', headers: others });
  expect(status).toBe(200);
  await verify(email, headers);
  expect(await factorsOf(user.id)).toEqual(removed);
});

test.each(['the first', 'the second'])(
  'removes an app that two sessions have set up when %s verifies the address',
  async (which) => {
    const { email, user, headers } = await register();
    const others = await otherSession(user.id);
    const { secret } = (await send('totp/setup', { method: 'POST', headers })).body;
    const body = { code: codeOf(secret) };
    expect((await send('totp/confirm', { headers: others, body })).status).toBe(200);
    await verify(email, which === 'the first' ? headers : others);
    expect(await factorsOf(user.id)).toEqual(removed);
  },
);
