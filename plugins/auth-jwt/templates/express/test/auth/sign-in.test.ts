import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createAccount } from '../../server/lib/auth/accounts';
import { registerMethod, removeWayIn, waysIn } from '../../server/lib/auth/methods';
import { db } from '../../server/lib/db';
import { cookieOf, password, useAuthApi } from './support';

const { send, register } = useAuthApi();

const disable = (id: string) => db.user.update({ where: { id }, data: { disabledAt: new Date() } });

test('refuses a disabled user after the right password only', async () => {
  const { email, user } = await register();
  await disable(user.id);
  const login = (guess: string) => send('login', { body: { email, password: guess } });
  const answers = [await login(password), await login('Password2')];
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [403, 'account_disabled'],
    [401, 'invalid_credentials'],
  ]);
  expect(answers[0]?.cookies.set).toEqual([]);
});

test('refuses the sessions of a disabled user', async () => {
  const { headers, refreshToken, user } = await register();
  await disable(user.id);
  expect((await send('me', { headers })).status).toBe(401);
  expect((await send('refresh', { body: { refreshToken } })).status).toBe(401);
});

test('keeps the time and the methods of a sign-in when the session is refreshed', async () => {
  const { refreshToken, user } = await register();
  const where = { userId: user.id };
  const authenticatedAt = new Date('2026-01-01');
  await db.session.updateMany({ where, data: { authenticatedAt, methods: 'pwd totp' } });
  expect((await send('refresh', { body: { refreshToken } })).status).toBe(200);
  const session = await db.session.findFirstOrThrow({ where });
  expect([session.authenticatedAt, session.methods]).toEqual([authenticatedAt, 'pwd totp']);
});

test('replaces the session of the same user at a sign-in', async () => {
  const [ann, bob] = [await register(), await register()];
  const login = (headers: Readonly<Record<string, string>>) =>
    send('login', { body: { email: ann.email, password }, headers });
  await login(bob.headers);
  expect((await send('me', bob)).status).toBe(200);
  await login({ Cookie: cookieOf('access_token', ann.accessToken) });
  expect((await send('me', ann)).status).toBe(401);
});

test('creates accounts with a normalized address and without a password', async () => {
  const user = await createAccount({ email: ' Octo@Example.COM ', emailVerified: new Date() });
  expect(user).toMatchObject({ email: 'octo@example.com', name: null, role: 'USER' });
  expect(await waysIn(user.id)).toBe(0);
  await expect(createAccount({ email: 'OCTO@example.com' })).rejects.toMatchObject({ status: 409 });
  await expect(createAccount({ email: 'octo@' })).rejects.toMatchObject({ status: 422 });
});

test('removes one of two ways in when both are removed at once', async () => {
  const { id } = await createAccount({ email: 'two-ways@example.com' });
  // Sessions stand for a method whose records are deleted.
  const ways = await Promise.all(
    ['one', 'two'].map((refreshToken) => {
      const expiresAt = new Date();
      return db.session.create({ data: { userId: id, refreshToken, tokenId: 'x', expiresAt } });
    }),
  );
  let counts = 0;
  let meet = () => {};
  const met = new Promise<void>((resolve) => (meet = resolve));
  registerMethod({
    id: 'test',
    async countFor(userId, tx) {
      const count = await tx.session.count({ where: { userId, tokenId: 'x' } });
      counts += 1;
      if (counts === 2) meet();
      // Without a lock, both transactions count before one of them is committed.
      await Promise.race([met, wait(300)]);
      return count;
    },
  });
  const results = await Promise.allSettled(
    ways.map((way) => removeWayIn(id, (tx) => tx.session.delete({ where: { id: way.id } }))),
  );
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await waysIn(id)).toBe(1);
});
