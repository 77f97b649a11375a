import { expect, test } from 'vitest';
import { forgeries, secretOf } from '../../support/auth-forgeries.ts';
import { refreshCookie, register, type Person } from '../../support/auth-people.ts';
import { describeAuth } from '../../support/auth-suite.ts';
import { forge } from '../../support/auth-tokens.ts';

describeAuth('forged tokens', ({ send, server }) => {
  let owner: Promise<Person> | undefined;
  const person = () => (owner ??= register(send));

  test('R35 accepts a handmade token signed with the right key (control for the refusals below)', async () => {
    const { accessToken } = await register(send);
    expect((await send('GET /me', { token: forge(accessToken, {}, secretOf.access) })).status).toBe(200);
    const later = forge(accessToken, { payload: { extra: true } }, secretOf.access);
    expect((await send('GET /me', { token: later })).status).toBe(200);
  });

  test.for(forgeries)('$title: no access', async ({ make }) => {
    const { accessToken } = await person();
    const token = make(accessToken, secretOf.access);
    const before = await server().database.counts();
    const answers = [
      await send('GET /me', { token }),
      await send('GET /api/notes', { token }),
      await send('GET /me', { cookie: `access_token=${token}` }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    // A token that is empty or contains a space counts as a missing token.
    expect(answers[2]?.json.code).toMatch(/^(?:invalid_token|unauthenticated)$/u);
    expect(await server().database.counts()).toEqual(before);
    expect((await send('GET /me', { token: accessToken })).status).toBe(200);
  });

  test.for(forgeries)('$title: no refresh', async ({ make }) => {
    const { refreshToken, accessToken } = await person();
    const token = make(refreshToken, secretOf.refresh);
    const body = await send('POST /refresh', { body: { refreshToken: token } });
    expect([401, 422]).toContain(body.status);
    expect(body.json.accessToken).toBeUndefined();
    const cookie = await send('POST /refresh', { cookie: refreshCookie(token) });
    expect([cookie.status, cookie.json.code]).toEqual([
      401,
      expect.stringMatching(/^(?:invalid_refresh_token|unauthenticated)$/u),
    ]);
    // The forged token ends no session.
    expect((await send('GET /me', { token: accessToken })).status).toBe(200);
  });
});
