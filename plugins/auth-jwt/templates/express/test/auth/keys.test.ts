import jwt from 'jsonwebtoken';
import { expect, test, vi } from 'vitest';
import { keyring, weaknessOf } from '../../server/lib/auth/keys';
import { useAuthApi } from './support';

const previous = vi.hoisted(() => {
  const secret = 'the-secret-before-this-one-0123456789';
  process.env.JWT_SECRET_PREVIOUS = secret;
  return secret;
});

const { send, register } = useAuthApi();

/** Somebody's access token, signed anew. */
async function signedWith(secret: string): Promise<string> {
  const { accessToken } = await register();
  const { header, payload } = jwt.decode(accessToken, { complete: true }) ?? {};
  const [{ id, key }] = keyring(secret, undefined);
  const claims = JSON.parse(JSON.stringify(payload));
  return jwt.sign(claims, key, { header: { alg: 'HS256', ...header, kid: id } });
}

async function statusOf(token: string): Promise<number> {
  const { status } = await send('me', { headers: { Authorization: `Bearer ${token}` } });
  return status;
}

test('tokens of the key before are still good, those of any other are not', async () => {
  expect(await statusOf(await signedWith(previous))).toBe(200);
  expect(await statusOf(await signedWith(previous.replace('before', 'behind')))).toBe(401);
});

test('new tokens name the new key', async () => {
  const { accessToken } = await register();
  const kid = jwt.decode(accessToken, { complete: true })?.header.kid;
  expect(kid).not.toBe(keyring(previous, undefined)[0].id);
});

test.each([
  ['a'.repeat(64), 'is easy to guess'],
  ['abcabcabcabcabcabcabcabcabcabcabc', 'is easy to guess'],
  ['please-change-me-0123456789-abcdefghijk', 'looks like a placeholder'],
  ['hZ3v0Jm1sQx7cY2bN9kTfRpLwEaUdGoV5iB8', undefined],
])('the secret %s is told to be weak, or not', (secret, weakness) => {
  expect(weaknessOf(secret)).toBe(weakness);
});
