import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { newEmail, newPassword, register, statusesOf } from '../../support/auth-people.ts';
import { describeAuth } from '../../support/auth-suite.ts';

interface Link {
  readonly purpose: 'invitation' | 'email_verify' | 'password_reset' | 'magic_link';
  readonly email: string;
  readonly userId?: string;
  readonly data?: object;
  /** Minutes until it expires. */
  readonly minutes?: number;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const time = (at: number) => new Date(at).toISOString().replace('Z', '+00:00');

describeAuth('links in mails', ({ send, server }) => {
  /** Stores a token as the server does before it sends a mail. These servers have no mail. */
  async function issue({ purpose, email, userId = '', data = {}, minutes = 10 }: Link): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await server().database.query(
      `INSERT INTO "AuthToken" ("id", "purpose", "userId", "email", "tokenHash", "data", "expiresAt", "createdAt")
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      randomBytes(16).toString('hex'),
      purpose,
      userId,
      email,
      hashOf(token),
      JSON.stringify(data),
      time(Date.now() + minutes * 60_000),
      time(Date.now()),
    );
    return token;
  }

  const accept = (token: string) => send('POST /invitations/accept', { body: { token, password: newPassword() } });
  const usersWith = (email: string) => server().database.query('SELECT * FROM "User" WHERE "email" = ?', email);

  test('R80 of twenty simultaneous requests with one link, one succeeds', async () => {
    const email = newEmail();
    const token = await issue({ purpose: 'invitation', email });
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(token)));
    expect(statusesOf(answers).filter((status) => status === 200)).toHaveLength(1);
    expect(statusesOf(answers).filter((status) => ![200, 400, 503].includes(status))).toEqual([]);
    expect(await usersWith(email)).toHaveLength(1);
    expect(await accept(token)).toMatchObject({ status: 400, json: { code: 'invalid_link' } });
  });

  test('R80 a link is refused after its lifetime, and for another purpose', async () => {
    const email = newEmail();
    const expired = await issue({ purpose: 'invitation', email, minutes: -1 });
    const foreign = await issue({ purpose: 'password_reset', email });
    for (const token of [expired, foreign, '', 'x'.repeat(43)]) {
      expect(await accept(token)).toMatchObject({ status: 400, json: { code: 'invalid_link' } });
    }
    expect(await usersWith(email)).toEqual([]);
    const token = await issue({ purpose: 'invitation', email });
    expect(await accept(token)).toMatchObject({ status: 200, json: { user: { email, role: 'USER' } } });
  });

  test('R81 without mail, nothing is promised: 503 for each address', async () => {
    const { email, accessToken: token, password } = await register(send);
    for (const address of [email, newEmail()]) {
      const body = { email: address };
      for (const line of ['POST /password/forgot', 'POST /email/verify/resend', 'POST /magic']) {
        expect(await send(line, { body })).toMatchObject({ status: 503, json: { code: 'mail_not_configured' } });
      }
      const change = { email: address, currentPassword: password };
      expect(await send('POST /email/change', { body: change, token })).toMatchObject({ status: 503 });
    }
    expect(await server().database.query('SELECT * FROM "AuthToken" WHERE "email" = ?', email)).toEqual([]);
  });

  test('R82 the first proof of an address ends the access of the person who prepared the account', async () => {
    const { id: userId, email, password, accessToken, refreshToken } = await register(send);
    const token = await issue({ purpose: 'email_verify', email, userId });
    expect(await send('GET /me', { token: accessToken })).toMatchObject({ status: 200 });
    expect(await send('POST /email/verify', { body: { token } })).toMatchObject({ status: 204 });
    expect(await send('GET /me', { token: accessToken })).toMatchObject({ status: 401 });
    expect(await send('POST /refresh', { body: { refreshToken } })).toMatchObject({ status: 401 });
    expect(await send('POST /login', { body: { email, password } })).toMatchObject({ status: 401 });
  });

  test('R82 the prover keeps a password that they type', async () => {
    const { id: userId, email, password } = await register(send);
    const token = await issue({ purpose: 'email_verify', email, userId });
    const body = { token, currentPassword: password };
    expect(await send('POST /email/verify', { body })).toMatchObject({ status: 204 });
    expect(await send('POST /login', { body: { email, password } })).toMatchObject({ status: 200 });
  });

  test('R83 a link to sign in works once, and only in the browser that requested it', async () => {
    const { id: userId, email } = await register(send);
    const secret = randomBytes(32).toString('base64url');
    const token = await issue({ purpose: 'magic_link', email, userId, data: { browser: hashOf(secret) } });
    const open = (value: string) =>
      send('POST /magic/verify', { body: { token }, cookie: `link_browser=${value}; __Host-link_browser=${value}` });
    for (const value of ['', randomBytes(32).toString('base64url')]) {
      expect(await open(value)).toMatchObject({ status: 403, json: { code: 'other_browser' }, cookies: [] });
    }
    const answers = await Promise.all(Array.from({ length: 10 }, () => open(secret)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.find(({ status }) => status === 200)?.json).toMatchObject({ user: { id: userId } });
  });
});
