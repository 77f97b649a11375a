import { expect, test, vi } from 'vitest';
import { checkPassword } from '../../server/lib/auth/fields';
import { db } from '../../server/lib/db';
import { password, useAuthApi } from './support';

const { send, register } = useAuthApi();

test('signs new users in with the role USER', async () => {
  const body = { email: ' Ann@Example.COM ', password, name: 'Ann' };
  const answer = await send('register', { body });
  expect(answer.status).toBe(201);
  expect(answer.body.user).toEqual({
    id: expect.any(String),
    email: 'ann@example.com',
    name: 'Ann',
    role: 'USER',
  });
  const headers = { Authorization: `Bearer ${answer.body.accessToken}` };
  expect((await send('me', { headers })).body).toEqual(answer.body.user);
});

test('stores only the password hash and never returns it', async () => {
  const { user } = await register();
  const stored = await db.user.findUniqueOrThrow({
    where: { id: user.id },
    select: { password: true },
  });
  expect(stored.password).toMatch(/^\$2b\$/);
  expect(JSON.stringify(user)).not.toContain('password');
});

test('treats spellings of an address as one account', async () => {
  const { email } = await register();
  const body = { email: email.toUpperCase(), password };
  const again = await send('register', { body });
  expect([again.status, again.body.code]).toEqual([409, 'email_taken']);
  expect((await send('login', { body })).status).toBe(200);
});

test('creates one account when many requests register one address at once', async () => {
  const body = { email: 'race@example.com', password };
  const answers = await Promise.all(Array.from({ length: 10 }, () => send('register', { body })));
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
});

test('ignores a role, an id and a prototype in the request', async () => {
  const body = JSON.parse(
    `{"email":"mallory@example.com","password":"${password}","role":"ADMIN","id":"1","__proto__":{"role":"ADMIN"}}`,
  );
  const answer = await send('register', { body });
  expect([answer.status, answer.body.user.role]).toEqual([201, 'USER']);
  expect(answer.body.user.id).not.toBe('1');
});

test.each([
  ['{}', ['/email', '/password']],
  ['{"email":{"contains":"@"},"password":{"not":""}}', ['/email', '/password']],
  [`{"email":"a\\r\\n@example.com","password":"${password}"}`, ['/email']],
  [`{"email":"${'a'.repeat(250)}@example.com","password":"${password}"}`, ['/email']],
  [`{"email":"\\"a b\\"@example.com","password":"${password}"}`, ['/email']],
])('refuses invalid addresses and values: %s', async (text, pointers) => {
  for (const path of ['register', 'login']) {
    const { status, body } = await send(path, { body: JSON.parse(text) });
    expect(status).toBe(422);
    expect(body.errors?.map(({ pointer }) => pointer)).toEqual(pointers);
  }
});

test('refuses a password that the policy refuses, and lists the violations', async () => {
  const body = { email: 'weak@example.com', password: 'a' };
  const { valid, error, violations } = await checkPassword(body.password, body);
  expect(valid).toBe(false);
  const answer = await send('register', { body });
  expect(answer.status).toBe(422);
  const expected = violations ?? [{ code: 'password_refused', detail: error }];
  expect(answer.body.errors).toMatchObject(
    expected.map(({ code }) => ({ pointer: '/password', code })),
  );
});

test('returns the same error for unknown accounts and wrong passwords', async () => {
  const { email } = await register();
  await db.user.create({ data: { email: 'none@example.com', password: '!' } });
  const [wrong, ...others] = await Promise.all(
    [email, 'nobody@example.com', 'none@example.com'].map((address) =>
      send('login', { body: { email: address, password: 'Password2' } }),
    ),
  );
  expect(wrong).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  for (const other of others) expect(other.body).toEqual(wrong?.body);
});

test('opens no session when the password changes during the comparison', async () => {
  const { passwords } = await import('../../server/lib/auth/passwords');
  const { email, user } = await register();
  vi.spyOn(passwords, 'matches').mockImplementationOnce(async () => {
    const changed = await passwords.hash('Another-password-1');
    await db.user.update({ where: { id: user.id }, data: { password: changed } });
    await db.session.deleteMany({ where: { userId: user.id } });
    return true;
  });
  const { status } = await send('login', { body: { email, password } });
  expect(status).toBe(401);
  expect(await db.session.count({ where: { userId: user.id } })).toBe(0);
});
