import { expect, test } from 'vitest';
import { newAddress, type Answer } from '../../support/auth-client.ts';
import { cookieValue, login, newEmail, newPassword, register, statusesOf } from '../../support/auth-people.ts';
import { describeAuth } from '../../support/auth-suite.ts';
import { readToken } from '../../support/auth-tokens.ts';

const stranger = () => ({ email: newEmail(), password: newPassword() });
const sid = (token: string) => readToken(token).payload['sid'];

/** An answer without what differs from request to request. */
function comparable({ status, headers, text, cookies }: Answer): object {
  const { date: _, 'x-request-id': __, ratelimit: ___, 'ratelimit-policy': ____, ...rest } = headers;
  return { status, text, cookies, headers: rest };
}

describeAuth('login', ({ send, server }) => {
  const attempt = (email: string, password: string, from = newAddress()) =>
    send('POST /login', { body: { email, password }, from });

  test('R22 responses do not disclose whether an account exists', async () => {
    const known = await register(send);
    const without = await register(send);
    await server().database.query(`UPDATE "User" SET password = '!' WHERE id = ?`, without.id);
    const answers = [
      await attempt(known.email, newPassword()),
      await attempt(newEmail(), newPassword()),
      await attempt(without.email, newPassword()),
      await attempt(without.email, without.password),
      await attempt(without.email, '!'),
    ];
    expect(answers[0]).toMatchObject({ status: 401, json: { code: 'invalid_credentials' }, cookies: [] });
    for (const answer of answers.slice(1)) expect(comparable(answer)).toEqual(comparable(answers[0] as Answer));
    expect(await attempt(known.email, known.password)).toMatchObject({ status: 200 });
  });

  test('R22 a refused login leaves nothing behind', async () => {
    const { email } = await register(send);
    const before = await server().database.counts();
    await attempt(email, newPassword());
    await attempt(newEmail(), newPassword());
    expect(await server().database.counts()).toEqual(before);
  });

  test('R25 the sixth attempt within a minute is refused', async () => {
    const from = newAddress();
    const { email, password } = await register(send);
    for (let count = 0; count < 5; count += 1) expect((await attempt(email, newPassword(), from)).status).toBe(401);
    const refused = await attempt(email, password, from);
    expect(refused.status).toBe(429);
    expect(refused.headers['content-type']).toMatch(/^application\/problem\+json/u);
    expect(refused.json).toMatchObject({
      code: 'too_many_requests',
      status: 429,
      type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
      'violated-policies': expect.anything(),
    });
    expect(refused.headers['retry-after']).toMatch(/^\d+$/u);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await attempt(email, password)).status).toBe(200);
  });

  test('R25 login, register and failed refreshes share one bucket', async () => {
    const from = newAddress();
    const statuses = [
      await send('POST /register', { body: stranger(), from }),
      await send('POST /login', { body: stranger(), from }),
      await send('POST /refresh', { body: { refreshToken: 'x' }, from }),
      await send('POST /register', { body: stranger(), from }),
      await send('POST /refresh', { body: { refreshToken: 'x' }, from }),
      await send('POST /login', { body: stranger(), from }),
      await send('POST /register', { body: stranger(), from }),
      await send('POST /refresh', { body: { refreshToken: 'x' }, from }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([201, 401, 401, 201, 401, 429, 429, 429]);
  });

  test('R25 me, logout and successful refreshes do not count as attempts', async () => {
    const from = newAddress();
    let { accessToken, refreshToken } = await register(send);
    for (let count = 0; count < 8; count += 1) {
      expect((await send('GET /me', { token: accessToken, from })).status).toBe(200);
      expect((await send('GET /me', { from })).status).toBe(401);
      expect((await send('POST /logout', { from })).status).toBe(204);
      const answer = await send('POST /refresh', { body: { refreshToken }, from });
      expect(answer.status).toBe(200);
      ({ accessToken = '', refreshToken = '' } = answer.json);
    }
    expect((await attempt(newEmail(), newPassword(), from)).status).toBe(401);
  });

  test('R26 every response of a limited endpoint states the remaining attempts', async () => {
    const from = newAddress();
    const answers = [
      await attempt(newEmail(), newPassword(), from),
      await send('POST /register', { body: {}, from }),
      await send('POST /login', { body: 'x', headers: { 'content-type': 'text/plain' }, from }),
      await send('POST /login', { body: '{', headers: { 'content-type': 'application/json' }, from }),
      await attempt(newEmail(), newPassword(), from),
      await attempt(newEmail(), newPassword(), from),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 422, 415, 400, 401, 429]);
    for (const [index, { headers }] of answers.entries()) {
      expect(headers['ratelimit-policy']).toMatch(/^"auth"; ?q=5; ?w=60/u);
      expect(headers['ratelimit']).toMatch(new RegExp(`^"auth"; ?r=${Math.max(0, 4 - index)}; ?t=\\d+`, 'u'));
    }
  });

  test('R27 the limit applies before the body is read: unreadable bodies get 429', async () => {
    const from = newAddress();
    const bad = { body: '{', headers: { 'content-type': 'application/json' }, from };
    for (let count = 0; count < 5; count += 1) expect((await send('POST /login', bad)).status).toBe(400);
    expect((await send('POST /login', bad)).status).toBe(429);
    const large = { body: { password: 'x'.repeat(1_000_000) }, from };
    expect((await send('POST /register', large)).status).toBe(429);
  });

  test('R28 fifty logins at once: five get through', async () => {
    const from = newAddress();
    const { email } = await register(send);
    const answers = await Promise.all(Array.from({ length: 50 }, () => attempt(email, newPassword(), from)));
    const statuses = statusesOf(answers);
    expect(statuses).toEqual([...Array.from({ length: 5 }, () => 401), ...Array.from({ length: 45 }, () => 429)]);
  });

  test('R29, G12 the address is the one the proxy has seen', async () => {
    const from = newAddress();
    const forged = (left: string) =>
      send('POST /login', { body: {}, headers: { 'x-forwarded-for': `${left}, ${from}` } });
    for (let count = 0; count < 5; count += 1) expect((await forged(newAddress())).status).toBe(422);
    expect((await forged(newAddress())).status).toBe(429);
    expect((await forged('')).status).toBe(429);
    expect((await forged('::1, unknown, 127.0.0.1')).status).toBe(429);
    expect((await send('POST /login', { body: {}, headers: { 'x-forwarded-for': [newAddress(), from] } })).status).toBe(
      429,
    );
    // In the reverse order, the last address is a different caller.
    const other = { body: {}, headers: { 'x-forwarded-for': `${from}, ${newAddress()}` } };
    expect((await send('POST /login', other)).status).toBe(422);
  });

  test('R30, G10 a /64 of IPv6 is one caller, in every spelling', async () => {
    const subnet = `2001:db8:${(process.pid % 65_535).toString(16)}:${(Date.now() % 65_535).toString(16)}`;
    const statuses: number[] = [];
    for (let host = 0; host < 100; host += 1) {
      const address = `${subnet}:${(host * 601 + 1).toString(16)}::${(host + 1).toString(16)}`;
      statuses.push(
        (await send('POST /login', { body: {}, from: host % 2 === 0 ? address : address.toUpperCase() })).status,
      );
    }
    expect(statuses.filter((status) => status === 422)).toHaveLength(5);
    expect(new Set(statuses.slice(5))).toEqual(new Set([429]));
    const [first = '', second = '', third = '', fourth = ''] = subnet.split(':');
    const long = [first, second, third, fourth].map((part) => part.padStart(4, '0')).join(':');
    expect((await send('POST /login', { body: {}, from: `${long}:0000:0000:0000:0001` })).status).toBe(429);
    expect((await send('POST /login', { body: {}, from: `2001:db8:ffff:${fourth}::1` })).status).toBe(422);
  });

  test('R30, G10 a mapped IPv4 address is that address, and no two are one', async () => {
    const from = newAddress();
    const [one = 0, two = 0, three = 0, four = 0] = from.split('.').map(Number);
    const hex = `::ffff:${((one << 8) | two).toString(16)}:${((three << 8) | four).toString(16)}`;
    const spellings = [from, `::ffff:${from}`, hex, hex.toUpperCase(), `0:0:0:0:0:ffff:${from}`];
    for (const address of spellings) expect((await send('POST /login', { body: {}, from: address })).status).toBe(422);
    for (const address of spellings) expect((await send('POST /login', { body: {}, from: address })).status).toBe(429);
    expect((await send('POST /login', { body: {}, from: `::ffff:${newAddress()}` })).status).toBe(422);
  });

  test('R33, G07 a login creates a new session and ignores ids sent by the browser', async () => {
    const person = await register(send);
    const again = await login(send, person);
    expect(sid(again.accessToken)).not.toBe(sid(person.accessToken));
    const brought = 'access_token=chosen-by-somebody; refresh_token=chosen-by-somebody; sid=chosen-by-somebody';
    for (const cookie of [brought, person.cookie]) {
      const { email, password } = person;
      const answer = await send('POST /login', { body: { email, password, sid: 'chosen-by-somebody' }, cookie });
      expect(answer.status).toBe(200);
      expect(JSON.stringify(answer.cookies)).not.toContain('chosen');
      expect(cookieValue(answer, 'refresh_token')).not.toBe(person.refreshToken);
      expect(sid(cookieValue(answer, 'access_token') ?? '')).not.toBe(sid(person.accessToken));
    }
    expect(await server().database.query('SELECT id FROM "Session" WHERE id = ?', 'chosen-by-somebody')).toEqual([]);
  });
});
