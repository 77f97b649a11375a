import { afterEach, expect, test, vi } from 'vitest';
import { testUser, waysIn } from '../../server/lib/auth/port';
import { proveAddress } from '../../server/lib/auth/proof';
import { db } from '../../server/lib/db';
import { createAuthenticator } from './authenticator';
import { givePassword, usePasskeyApi } from './support';

const { send, registrationOptions, signInOptions, signIn, add, userWithPasskey } = usePasskeyApi();

afterEach(() => {
  vi.useRealTimers();
});

const refused = { status: 403, body: { code: 'passkey_refused' } };

test('registers a passkey and signs in with it', async () => {
  const { id, headers } = await testUser();
  const { authenticator, answer } = await add(headers, ' My phone ');
  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject({ name: 'My phone', lastUsedAt: null });
  const signedIn = await signIn(authenticator.get(await signInOptions()));
  expect(signedIn).toMatchObject({ status: 200, body: { user: { id } } });
  expect(await db.session.count({ where: { userId: id, methods: 'webauthn' } })).toBe(1);
  const { body } = await send('passkeys', { method: 'GET', headers });
  expect(body).toMatchObject([{ name: 'My phone', lastUsedAt: expect.any(String) }]);
  expect(JSON.stringify(body)).not.toMatch(/publicKey|credentialId/);
});

test('requests discoverable passkeys with a check of the user', async () => {
  const { headers } = await userWithPasskey();
  expect(await registrationOptions(headers)).toMatchObject({
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ type: 'public-key' }],
  });
  const options = await signInOptions();
  expect(options).toMatchObject({ userVerification: 'required' });
  expect(options).not.toHaveProperty('allowCredentials');
});

test('requires no second factor after a passkey', async () => {
  const { id, authenticator } = await userWithPasskey();
  await db.totp.create({ data: { userId: id, secret: 'x', confirmedAt: new Date() } });
  const { body } = await signIn(authenticator.get(await signInOptions()));
  expect(body).toMatchObject({ user: { id } });
});

test('accepts a challenge once', async () => {
  const { headers, authenticator } = await userWithPasskey();
  const response = authenticator.get(await signInOptions());
  const answers = await Promise.all([signIn(response), signIn(response)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  expect(await signIn(response)).toMatchObject(refused);
  const registration = createAuthenticator().create(await registrationOptions(headers));
  const register = () =>
    send('passkeys', { headers, body: { name: 'Key', response: registration } });
  expect((await register()).status).toBe(201);
  expect(await register()).toMatchObject(refused);
});

test('refuses challenges that expired, or that the server did not create', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { authenticator } = await userWithPasskey();
  const options = await signInOptions();
  vi.setSystemTime(Date.now() + 300_001);
  expect(await signIn(authenticator.get(options))).toMatchObject(refused);
  expect(await signIn(authenticator.get({ challenge: 'AAAA' }))).toMatchObject(refused);
});

test('binds a challenge to its purpose and to the session', async () => {
  const [ann, bob] = [await userWithPasskey(), await userWithPasskey()];
  const ofAnn = await registrationOptions(ann.headers);
  expect(await signIn(ann.authenticator.get(ofAnn))).toMatchObject(refused);
  const register = (challenge: string) => {
    const response = createAuthenticator().create({ challenge });
    return send('passkeys', { headers: bob.headers, body: { name: 'Key', response } });
  };
  const { challenge } = await registrationOptions(ann.headers);
  expect(await register(challenge)).toMatchObject(refused);
  expect(await register((await signInOptions()).challenge)).toMatchObject(refused);
});

test.each([
  ['a device that did not check the user', { isVerified: false }],
  ['another origin', { origin: 'https://evil.example' }],
  ['another port', { origin: 'http://localhost:1' }],
  ['another relying party', { rpId: 'evil.example' }],
])('refuses a passkey of %s', async (_, behavior) => {
  const { headers, authenticator } = await userWithPasskey();
  expect(await signIn(authenticator.get(await signInOptions(), behavior))).toMatchObject(refused);
  const response = createAuthenticator().create(await registrationOptions(headers), behavior);
  const body = { name: 'Key', response };
  expect(await send('passkeys', { headers, body })).toMatchObject(refused);
});

test('refuses the response to another kind of request', async () => {
  const { authenticator } = await userWithPasskey();
  const response = authenticator.get(await signInOptions(), { type: 'webauthn.create' });
  expect(await signIn(response)).toMatchObject(refused);
});

test('refuses the passkey of another user, and a foreign key', async () => {
  const [ann, bob] = [await userWithPasskey(), await userWithPasskey()];
  const asAnn = { userHandle: Buffer.from(ann.id).toString('base64url') };
  expect(await signIn(bob.authenticator.get(await signInOptions(), asAnn))).toMatchObject(refused);
  const { id, rawId } = ann.authenticator.get({ challenge: '' });
  const forged = createAuthenticator().get(await signInOptions(), asAnn);
  expect(await signIn({ ...forged, id, rawId })).toMatchObject(refused);
  expect(await signIn(createAuthenticator().get(await signInOptions(), asAnn))).toMatchObject(
    refused,
  );
});

test('refuses a counter that does not grow', async () => {
  const { id, authenticator } = await userWithPasskey();
  const use = async (counter: number) =>
    (await signIn(authenticator.get(await signInOptions(), { counter }))).status;
  expect([await use(0), await use(0), await use(7)]).toEqual([200, 200, 200]);
  expect([await use(7), await use(3), await use(0)]).toEqual([403, 403, 403]);
  // The counter has 32 bits.
  expect(await use(2 ** 32 - 1)).toBe(200);
  expect((await db.passkey.findFirstOrThrow({ where: { userId: id } })).counter).toBe(
    BigInt(2 ** 32 - 1),
  );
});

test('refuses a passkey that is already registered', async () => {
  const { authenticator } = await userWithPasskey();
  const { headers } = await testUser();
  const response = authenticator.create(await registrationOptions(headers));
  const answer = await send('passkeys', { headers, body: { name: 'Key', response } });
  expect(answer).toMatchObject({ status: 409, body: { code: 'passkey_exists' } });
});

test('refuses a disabled user', async () => {
  const { id, authenticator } = await userWithPasskey();
  await db.user.update({ where: { id }, data: { disabledAt: new Date() } });
  const answer = await signIn(authenticator.get(await signInOptions()));
  expect(answer).toMatchObject({ status: 403, body: { code: 'account_disabled' } });
});

test('requires a recent sign-in to add and remove passkeys', async () => {
  const { id, headers, passkeyId } = await userWithPasskey();
  const response = createAuthenticator().create(await registrationOptions(headers));
  await db.session.updateMany({
    where: { userId: id },
    data: { authenticatedAt: new Date(Date.now() - 600_001) },
  });
  const answers = [
    await send('passkeys/options', { headers }),
    await send('passkeys', { headers, body: { name: 'Key', response } }),
    await send(`passkeys/${passkeyId}`, { method: 'DELETE', headers }),
  ];
  expect(answers.map(({ body }) => body.code)).toEqual(
    Array.from({ length: 3 }, () => 'recent_sign_in_required'),
  );
});

test('keeps only passkeys of the session that proves the address', async () => {
  const { id, headers } = await userWithPasskey();
  const { id: sessionId } = await db.session.findFirstOrThrow({ where: { userId: id } });
  const { answer } = await add(headers, 'Key of another session');
  const where = { id: answer.body.id };
  await db.passkey.update({ where, data: { sessionId: 'another' } });
  await proveAddress(id, { sessionId });
  const left = await db.passkey.findMany({ where: { userId: id } });
  expect(left.map(({ name }) => name)).toEqual(['Phone']);
});

test('removes all passkeys when another person proves the address', async () => {
  const { id } = await userWithPasskey();
  await proveAddress(id);
  expect(await db.passkey.count({ where: { userId: id } })).toBe(0);
});

test('does not remove the last way to sign in', async () => {
  const { id, headers, passkeyId } = await userWithPasskey();
  const remove = (one: string) => send(`passkeys/${one}`, { method: 'DELETE', headers });
  const last = await remove(passkeyId);
  expect(last).toMatchObject({ status: 409, body: { code: 'last_method' } });
  const { answer } = await add(headers);
  const both = await Promise.all([passkeyId, answer.body.id].map(remove));
  expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  await givePassword(id);
  const [left] = await db.passkey.findMany({ where: { userId: id } });
  expect((await remove(left?.id ?? '')).status).toBe(204);
  expect(await waysIn(id)).toBe(1);
});

test('lets only the owner rename and remove a passkey', async () => {
  const [ann, bob] = [await userWithPasskey(), await userWithPasskey()];
  await givePassword(bob.id);
  const path = `passkeys/${ann.passkeyId}`;
  const rename = (headers: Readonly<Record<string, string>>, name: string) =>
    send(path, { method: 'PATCH', headers, body: { name } });
  expect((await rename(bob.headers, 'Mine')).status).toBe(404);
  expect((await send(path, { method: 'DELETE', headers: bob.headers })).status).toBe(404);
  expect((await rename(ann.headers, ' ')).status).toBe(422);
  expect((await rename(ann.headers, 'Work phone')).status).toBe(204);
  const { name } = await db.passkey.findUniqueOrThrow({ where: { id: ann.passkeyId } });
  expect(name).toBe('Work phone');
});

test.each([
  ['no response', {}],
  ['a response without a user', { response: { clientDataJSON: 'x' } }],
  ['values that are not strings', { id: { contains: '' }, rawId: [] }],
])('refuses %s', async (_, response) => {
  expect((await signIn(response)).status).toBe(422);
});
