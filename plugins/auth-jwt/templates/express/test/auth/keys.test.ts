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

/** Returns an access token signed with another secret. */
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

test('accepts tokens of the current and previous key only', async () => {
  expect(await statusOf(await signedWith(previous))).toBe(200);
  expect(await statusOf(await signedWith(previous.replace('before', 'behind')))).toBe(401);
});

test('signs tokens with the new key id', async () => {
  const { accessToken } = await register();
  const kid = jwt.decode(accessToken, { complete: true })?.header.kid;
  expect(kid).not.toBe(keyring(previous, undefined)[0].id);
});

test.each([
  ['a'.repeat(64), 'is easy to guess'],
  ['abcabcabcabcabcabcabcabcabcabcabc', 'is easy to guess'],
  ['please-change-me-0123456789-abcdefghijk', 'looks like a placeholder'],
  ['hZ3v0Jm1sQx7cY2bN9kTfRpLwEaUdGoV5iB8', undefined],
])('rates the strength of the secret %s', (secret, weakness) => {
  expect(weaknessOf(secret)).toBe(weakness);
});
