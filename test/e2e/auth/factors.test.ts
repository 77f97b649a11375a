import { expect, test } from 'vitest';
import type { Answer } from '../../support/auth-client.ts';
import { register, statusesOf, type Person } from '../../support/auth-people.ts';
import { describeAuth } from '../../support/auth-suite.ts';
import { totpCode } from '../../support/totp.ts';

const hour = 3_600_000;

describeAuth('second factors and recent sign-in', ({ send, server }) => {
  /** Registers a user with an authenticator app. The current code is used afterwards. */
  async function registerWithApp(): Promise<Person & { readonly secret: string; readonly codes: readonly string[] }> {
    const person = await register(send);
    const token = person.accessToken;
    const secret = String((await send('POST /totp/setup', { token })).json['secret']);
    const confirmed = await send('POST /totp/confirm', { token, body: { code: totpCode(secret) } });
    expect(confirmed.status).toBe(200);
    return { ...person, secret, codes: confirmed.json['recoveryCodes'] as readonly string[] };
  }

  const prove = ({ email, password }: Person): Promise<Answer> => send('POST /login', { body: { email, password } });
  const challengeOf = async (person: Person): Promise<string> => String((await prove(person)).json['challenge']);
  const complete = (challenge: string, code: string): Promise<Answer> =>
    send('POST /login/second', { body: { challenge, code } });

  test('R70 a password alone gives no session and no token once there is a second factor', async () => {
    const person = await registerWithApp();
    const before = await server().database.counts();
    const { status, json, cookies } = await prove(person);
    expect([status, Object.keys(json).toSorted(), cookies]).toEqual([200, ['challenge', 'secondFactor'], []]);
    expect(await server().database.counts()).toEqual(before);
    const answer = await complete(String(json['challenge']), totpCode(person.secret, 1));
    expect(answer).toMatchObject({ status: 200, json: { user: { id: person.id } } });
  });

  test('R71 of ten simultaneous sign-ins with one code, one succeeds', async () => {
    const person = await registerWithApp();
    const challenges = await Promise.all(Array.from({ length: 10 }, () => challengeOf(person)));
    const code = totpCode(person.secret, 1);
    const answers = await Promise.all(challenges.map((challenge) => complete(challenge, code)));
    expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: 9 }, () => 403)]);
  });

  test('R71 of five simultaneous sign-ins with one recovery code, one succeeds', async () => {
    const person = await registerWithApp();
    const challenges = await Promise.all(Array.from({ length: 5 }, () => challengeOf(person)));
    const answers = await Promise.all(challenges.map((challenge) => complete(challenge, person.codes[0] ?? '')));
    expect(statusesOf(answers)).toEqual([200, 403, 403, 403, 403]);
  });

  test('R71 a challenge gives one session for several codes at the same time', async () => {
    const person = await registerWithApp();
    const challenge = await challengeOf(person);
    const answers = await Promise.all(person.codes.slice(0, 5).map((code) => complete(challenge, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('R72 a challenge accepts five codes, and an account ten in an hour', async () => {
    const person = await registerWithApp();
    for (let round = 0; round < 2; round += 1) {
      const challenge = await challengeOf(person);
      const answers = await Promise.all(Array.from({ length: 8 }, () => complete(challenge, '000000')));
      expect(statusesOf(answers)).toEqual([401, 401, 401, 403, 403, 403, 403, 403]);
    }
    const refused = await complete(await challengeOf(person), person.codes[0] ?? '');
    expect([refused.status, refused.json.code]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers['retry-after']) * 1000).toBeGreaterThan(hour / 2);
    // Passwords, and the sessions of the account, are not affected.
    expect((await prove(person)).status).toBe(200);
    expect((await send('GET /me', { token: person.accessToken })).status).toBe(200);
  });

  test('R73 the database contains neither secrets nor recovery codes', async () => {
    const { id, secret, codes } = await registerWithApp();
    const { query } = server().database;
    const rows = [
      ...(await query('SELECT * FROM "Totp" WHERE "userId" = ?', id)),
      ...(await query('SELECT * FROM "RecoveryCode" WHERE "userId" = ?', id)),
    ];
    expect(rows).toHaveLength(11);
    const text = JSON.stringify(rows);
    const found = [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))].filter((one) =>
      text.includes(one),
    );
    expect(found).toEqual([]);
  });

  test('R74 changes to the second factor require a sign-in in the last ten minutes', async () => {
    const { id, accessToken: token, refreshToken } = await registerWithApp();
    await server().database.query('UPDATE "Session" SET "authenticatedAt" = \'2020-01-01\' WHERE "userId" = ?', id);
    // A refresh is not a sign-in.
    expect((await send('POST /refresh', { body: { refreshToken } })).status).toBe(200);
    const answers = [
      await send('POST /totp/setup', { token }),
      await send('POST /totp/confirm', { token, body: { code: '000000' } }),
      await send('POST /totp/recovery-codes', { token }),
      await send('DELETE /totp', { token }),
    ];
    expect(answers.map(({ json }) => json.code)).toEqual(answers.map(() => 'recent_sign_in_required'));
    expect((await send('GET /totp', { token })).json).toEqual({ enabled: true, recoveryCodes: 10 });
  });

  test('R75 a disabled user is refused at each way in, after the proof only', async () => {
    const person = await registerWithApp();
    const { accessToken: token, refreshToken, email } = person;
    const challenge = await challengeOf(person);
    await server().database.query('UPDATE "User" SET "disabledAt" = "createdAt" WHERE "id" = ?', person.id);
    const wrong = await send('POST /login', { body: { email, password: 'wrong' } });
    const answers = [
      wrong,
      await prove(person),
      await complete(challenge, person.codes[0] ?? ''),
      await send('GET /me', { token }),
      await send('POST /refresh', { body: { refreshToken } }),
    ];
    expect(answers.map(({ status, json }) => [status, json.code])).toEqual([
      [401, 'invalid_credentials'],
      [403, 'account_disabled'],
      [403, 'account_disabled'],
      [401, 'invalid_token'],
      [401, 'invalid_refresh_token'],
    ]);
  });
});
