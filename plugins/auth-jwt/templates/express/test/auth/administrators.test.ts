import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { makeAdmin } from '../../server/lib/auth/administrators';
import { checkPassword } from '../../server/lib/auth/fields';
import { hasRole, type Role } from '../../server/lib/auth';
import { readPassword } from '../../server/lib/auth/read-password';
import { db } from '../../server/lib/db';
import { password, useAuthApi } from './support';

const { send, register } = useAuthApi();

test('gives the first administrator SUPER_ADMIN and the others ADMIN', async () => {
  const first = await makeAdmin('first@example.com', password);
  expect(first.role).toBe('SUPER_ADMIN');
  const { email } = await register();
  expect((await makeAdmin(email, undefined)).role).toBe('ADMIN');
  expect((await makeAdmin('first@example.com', undefined)).role).toBe('SUPER_ADMIN');
  const body = { email: 'first@example.com', password };
  expect((await send('login', { body })).body.user).toEqual(first);
});

test('checks the password policy for administrators', async () => {
  const email = 'weak@example.com';
  const { valid, error = 'Not a good password' } = await checkPassword('a', { email });
  expect(valid).toBe(false);
  await expect(makeAdmin(email, 'a')).rejects.toThrow(error);
  expect(await db.user.count({ where: { email } })).toBe(0);
});

/** Returns the password read from typed or piped input. */
async function passwordFrom(text: string, { isTyped }: { isTyped: boolean }): Promise<string> {
  const input = Object.assign(new PassThrough(), { isTTY: isTyped });
  input.end(text);
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as unknown as typeof process.stdin);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  return readPassword().finally(() => vi.restoreAllMocks());
}

test('requires a typed password twice, but a piped password once', async () => {
  expect(await passwordFrom('Good-1234\nGood-1234\n', { isTyped: true })).toBe('Good-1234');
  await expect(passwordFrom('Good-1234\nGood-1243\n', { isTyped: true })).rejects.toThrow('two');
  await expect(passwordFrom('', { isTyped: true })).rejects.toThrow('No password');
  expect(await passwordFrom('Good-1234\n', { isTyped: false })).toBe('Good-1234');
});

test('includes lower roles in a role and refuses unknown roles', () => {
  expect(hasRole({ role: 'SUPER_ADMIN' }, 'ADMIN')).toBe(true);
  expect(hasRole({ role: 'USER' }, 'ADMIN')).toBe(false);
  expect(hasRole({ role: 'ROOT' }, 'USER')).toBe(false);
  expect(hasRole({ role: 'ROOT' }, 'ROOT' as Role)).toBe(false);
  expect(hasRole({ role: 'SUPER_ADMIN' }, 'OWNER' as Role)).toBe(false);
});
