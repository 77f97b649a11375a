import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { authConfig } from '../../server/lib/auth/config';
import { deriveKeys, keyring } from '../../server/lib/auth/keys';
import { seal, unseal } from '../../server/lib/auth/sealed';
import { base32, codeAt } from '../../server/lib/auth/totp-codes';
import { db } from '../../server/lib/db';
import { codeOf, useTotpApi } from './totp-support';

const previous = vi.hoisted(() => {
  const secret = 'the-secret-before-this-one-0123456789';
  process.env.JWT_SECRET_PREVIOUS = secret;
  return secret;
});

/** Makes this number of requests wait for each other after the check of a recovery code. */
const meeting = vi.hoisted(() => ({ expected: 0, waiting: [] as (() => void)[] }));

vi.mock(import('../../server/lib/auth/recovery-codes'), async (original) => {
  const module = await original();
  return {
    ...module,
    async acceptsRecoveryCode(...given) {
      const isRight = await module.acceptsRecoveryCode(...given);
      if (meeting.expected === 0) return isRight;
      meeting.expected -= 1;
      if (meeting.expected > 0) await new Promise<void>((resolve) => meeting.waiting.push(resolve));
      for (const go of meeting.waiting.splice(0)) go();
      return isRight;
    },
  };
});

const { send, register, registerWithTotp, login, second } = useTotpApi();

// Freezes the clock, because the codes depend on it.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('computes the code of RFC 6238 at %i seconds', (time, code) => {
  expect(codeAt(Buffer.from('12345678901234567890'), Math.floor(time / 30), 8)).toBe(code);
});

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('encodes "%s" in base32', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded);
});

test('sends no tokens before the second factor', async () => {
  const { email, user, secret } = await registerWithTotp();
  const first = await login(email);
  expect(first.status).toBe(200);
  expect(first.body).toEqual({ secondFactor: ['totp'], challenge: expect.any(String) });
  expect(first.cookies.set).toEqual([]);
  const answer = await second(first.body.challenge, codeOf(secret));
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ user, accessToken: expect.any(String) });
  const where = { userId: user.id, methods: 'pwd totp' };
  expect(await db.session.count({ where })).toBe(1);
});

test('requires no second factor before the secret is confirmed', async () => {
  const { email, headers } = await register();
  await send('totp/setup', { method: 'POST', headers });
  const refused = await send('totp/confirm', { headers, body: { code: '000000' } });
  expect([refused.status, refused.body.code]).toEqual([403, 'invalid_code']);
  expect((await login(email)).body.accessToken).toEqual(expect.any(String));
});

test.each([
  [-2, 403],
  [-1, 200],
  [0, 200],
  [1, 200],
  [2, 403],
])('answers a code of the step %i with %i', async (steps, status) => {
  const { email, secret } = await registerWithTotp();
  // Makes the code that confirmed the secret old.
  vi.setSystemTime(Date.now() + 300_000);
  const { challenge } = (await login(email)).body;
  expect((await second(challenge, codeOf(secret, steps))).status).toBe(status);
});

test('accepts a code once', async () => {
  const { email, secret } = await registerWithTotp();
  const code = codeOf(secret);
  const challenges = [await login(email), await login(email)].map(({ body }) => body.challenge);
  const answers = await Promise.all(challenges.map((challenge) => second(challenge, code)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  const again = (await login(email)).body.challenge;
  expect((await second(again, code)).body.code).toBe('invalid_code');
  // An earlier code is refused, too.
  expect((await second(again, codeOf(secret, -1))).body.code).toBe('invalid_code');
});

test('accepts a challenge once', async () => {
  const { email, secret, recoveryCodes } = await registerWithTotp();
  const { challenge } = (await login(email)).body;
  const codes = recoveryCodes.slice(0, 2);
  meeting.expected = codes.length;
  const answers = await Promise.all(codes.map((code) => second(challenge, code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const later = await second(challenge, codeOf(secret, 1));
  expect([later.status, later.body.code]).toEqual([401, 'invalid_challenge']);
});

test('refuses the challenge of another user, an unknown and an expired challenge', async () => {
  const [ann, bob] = [await registerWithTotp(), await registerWithTotp()];
  const { challenge } = (await login(ann.email)).body;
  expect((await second(challenge, codeOf(bob.secret))).body.code).toBe('invalid_code');
  expect((await second(challenge, bob.recoveryCodes[0] ?? '')).body.code).toBe('invalid_code');
  expect((await second('x', codeOf(ann.secret))).body.code).toBe('invalid_challenge');
  vi.setSystemTime(Date.now() + 300_001);
  expect((await second(challenge, codeOf(ann.secret))).body.code).toBe('invalid_challenge');
});

test('ends a pending sign-in when the sessions of the user end', async () => {
  const { email, headers, secret } = await registerWithTotp();
  const { challenge } = (await login(email)).body;
  await send('sessions', { method: 'DELETE', headers });
  expect((await second(challenge, codeOf(secret))).body.code).toBe('invalid_challenge');
});

test('refuses a user who is disabled between the two steps', async () => {
  const { email, user, secret } = await registerWithTotp();
  const { challenge } = (await login(email)).body;
  await db.user.update({ where: { id: user.id }, data: { disabledAt: new Date() } });
  expect((await second(challenge, codeOf(secret))).body.code).toBe('account_disabled');
});

test('limits the codes of a challenge, and of an account', async () => {
  const { email, secret } = await registerWithTotp();
  const codes = [];
  for (let round = 0; round < 2; round += 1) {
    const { challenge } = (await login(email)).body;
    for (let count = 0; count < 5; count += 1) await second(challenge, '000000');
    codes.push((await second(challenge, codeOf(secret))).body.code);
  }
  expect(codes).toEqual(['invalid_challenge', 'invalid_challenge']);
  const { challenge } = (await login(email)).body;
  const refused = await second(challenge, codeOf(secret));
  expect([refused.status, refused.headers.has('Retry-After')]).toEqual([429, true]);
});

test('does not count right codes', async () => {
  const { email, recoveryCodes } = await registerWithTotp();
  const statuses = [];
  for (const code of [...recoveryCodes, 'wrong']) {
    statuses.push((await second((await login(email)).body.challenge, code)).status);
  }
  expect(statuses).toEqual([...recoveryCodes.map(() => 200), 403]);
});

test('accepts each recovery code once, in any spelling', async () => {
  const { email, recoveryCodes, user } = await registerWithTotp();
  expect(new Set(recoveryCodes).size).toBe(10);
  for (const code of recoveryCodes) expect(code).toMatch(/^(?:[A-Z2-7]{4}-){6}[A-Z2-7]{2}$/);
  const [code = ''] = recoveryCodes;
  const { challenge } = (await login(email)).body;
  expect((await second(challenge, ` ${code.toLowerCase().replaceAll('-', ' ')} `)).status).toBe(
    200,
  );
  expect((await second((await login(email)).body.challenge, code)).status).toBe(403);
  const stored = await db.recoveryCode.findMany({ where: { userId: user.id } });
  expect(stored).toHaveLength(9);
  for (const { codeHash } of stored) expect(codeHash).toMatch(/^[0-9a-f]{64}$/);
});

test('replaces the recovery codes', async () => {
  const { email, headers, recoveryCodes } = await registerWithTotp();
  const { body } = await send('totp/recovery-codes', { method: 'POST', headers });
  const { challenge } = (await login(email)).body;
  expect((await second(challenge, recoveryCodes[0] ?? '')).status).toBe(403);
  expect((await second(challenge, body.recoveryCodes[0] ?? '')).status).toBe(200);
});

test('stores secrets unreadable, and bound to the user', async () => {
  const { user, secret } = await registerWithTotp();
  const stored = await db.totp.findUniqueOrThrow({ where: { userId: user.id } });
  const [key] = deriveKeys(authConfig.accessKeys, 'totp secret');
  const opened = unseal(key, stored.secret, user.id);
  expect(opened && base32(opened)).toBe(secret);
  expect(stored.secret).not.toContain(secret);
  expect(unseal(key, stored.secret, 'another-user')).toBeUndefined();
  expect(unseal(key, stored.secret.slice(0, 20), user.id)).toBeUndefined();
});

test('reads secrets of the previous key and encrypts them with the current key', async () => {
  const { email, user, secret } = await registerWithTotp();
  const where = { userId: user.id };
  const keys = deriveKeys(authConfig.accessKeys, 'totp secret');
  const [old] = deriveKeys(keyring(previous, undefined), 'totp secret');
  const { secret: sealed } = await db.totp.findUniqueOrThrow({ where });
  const bytes = unseal(keys[0], sealed, user.id) ?? Buffer.alloc(0);
  await db.totp.update({ where, data: { secret: seal(old, bytes, user.id) } });
  const { challenge } = (await login(email)).body;
  expect((await second(challenge, codeOf(secret))).status).toBe(200);
  const renewed = await db.totp.findUniqueOrThrow({ where });
  expect(unseal(keys[0], renewed.secret, user.id)).toEqual(bytes);
});

test('requires a recent sign-in to change the second factor', async () => {
  const { email, headers, user } = await registerWithTotp();
  const where = { userId: user.id };
  await db.session.updateMany({ where, data: { authenticatedAt: new Date(Date.now() - 600_001) } });
  const calls = [
    ['POST', 'totp/setup'],
    ['POST', 'totp/confirm'],
    ['POST', 'totp/recovery-codes'],
    ['DELETE', 'totp'],
  ] as const;
  for (const [method, path] of calls) {
    const { status, body } = await send(path, { method, headers });
    expect([path, status, body.code]).toEqual([path, 403, 'recent_sign_in_required']);
  }
  await db.session.updateMany({ where, data: { authenticatedAt: new Date() } });
  expect((await send('totp/setup', { method: 'POST', headers })).body.code).toBe('totp_enabled');
  expect((await send('totp', { headers })).body).toEqual({ enabled: true, recoveryCodes: 10 });
  expect((await send('totp', { method: 'DELETE', headers })).status).toBe(204);
  expect((await send('totp', { headers })).body).toEqual({ enabled: false, recoveryCodes: 0 });
  expect((await login(email)).body.accessToken).toEqual(expect.any(String));
});
