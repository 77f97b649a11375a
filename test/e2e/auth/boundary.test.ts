import { expect, test } from 'vitest';
import { newAddress, type Answer, type Call } from '../../support/auth-client.ts';
import { canary, newEmail, newPassword, register } from '../../support/auth-people.ts';
import { environment } from '../../support/auth-server.ts';
import { describeAuth } from '../../support/auth-suite.ts';

const own = environment['APP_URL'] ?? '';
const json = { 'content-type': 'application/json' };

const bad = (body: string | Buffer, type = 'application/json') => ({ body, headers: { 'content-type': type } });

/** Routes that change data, which a foreign site could call through a browser. */
const unsafe = ['POST /register', 'POST /login', 'POST /refresh', 'POST /logout', 'PUT /password', 'DELETE /sessions'];

/** Browser headers, and whether the server accepts them. */
const browsers: readonly (readonly [title: string, headers: Call['headers'], allowed: boolean])[] = [
  ['none: no browser', {}, true],
  ['same-origin', { 'sec-fetch-site': 'same-origin', origin: own }, true],
  ['none: typed by the user', { 'sec-fetch-site': 'none' }, true],
  ['an old browser on our page', { origin: own }, true],
  ['cross-site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, false],
  ['cross-site without an origin', { 'sec-fetch-site': 'cross-site' }, false],
  ['cross-site with our origin', { 'sec-fetch-site': 'cross-site', origin: own }, false],
  ['same-site', { 'sec-fetch-site': 'same-site', origin: 'http://other.localhost:3000' }, false],
  ['a value nobody knows', { 'sec-fetch-site': 'bird' }, false],
  ['a foreign origin', { origin: 'https://evil.example' }, false],
  ['the origin null', { origin: 'null' }, false],
  ['our host, another port', { origin: 'http://localhost:3001' }, false],
  ['our host over https', { origin: 'https://localhost:3000' }, false],
  ['our origin as a prefix', { origin: `${own}.evil.example` }, false],
  ['our origin as a suffix', { origin: 'http://evil-localhost:3000' }, false],
  ['our origin as the user of another', { origin: `${own}@evil.example` }, false],
  ['an old browser on the host it asked for', { origin: 'http://shop.example', host: 'shop.example' }, true],
  ['an origin as the proxy has it', { origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' }, false],
  ['no URL at all', { origin: '][' }, false],
];

/** Content types that a form can send without asking, or that only look like JSON. */
const types = [
  ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', undefined, ''],
  ...[
    'text/plain; application/json',
    'application/jsonp',
    'application/json-seq',
    'text/json, text/plain',
    'json',
    '*/*',
  ],
  ...['text/plain;charset=application/json', 'application/x-json', 'application/octet-stream', 'text/html'],
];

describeAuth('the boundary to the browser', ({ send, server }) => {
  test.for(browsers)('R60, G28 %s', async ([, headers, allowed]) => {
    const before = await server().database.counts();
    const { refreshToken, accessToken } = await register(send);
    for (const line of unsafe) {
      const body = line.startsWith('DELETE') ? {} : { body: { email: 1, refreshToken: 'x' } };
      const answer = await send(line, { ...body, headers: { ...json, ...headers } });
      expect([line, answer.status === 403, answer.json.code === 'cross_site']).toEqual([line, !allowed, !allowed]);
    }
    const refreshed = await send('POST /refresh', { cookie: `refresh_token=${refreshToken}`, headers: headers ?? {} });
    expect(refreshed.status).toBe(allowed ? 200 : 403);
    const note = await send('POST /api/notes', {
      cookie: `access_token=${accessToken}`,
      body: { title: 'x' },
      headers: headers ?? {},
    });
    expect(note.status).toBe(allowed ? 201 : 403);
    expect(await server().database.counts()).toEqual({ users: before.users + 1, sessions: before.sessions + 1 });
  });

  test('R60 a login from another site is refused although all of it is right', async () => {
    const { email, password } = await register(send);
    const before = await server().database.counts();
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    const answer = await send('POST /login', { body: { email, password }, headers });
    expect([answer.status, answer.cookies, answer.text.includes('eyJ')]).toEqual([403, [], false]);
    expect(await server().database.counts()).toEqual(before);
    expect((await send('POST /login', { body: { email, password } })).status).toBe(200);
  });

  test.for(types)('R60, G19 a body of the type %s is refused', async (type) => {
    const body = JSON.stringify({ email: newEmail(), password: newPassword() });
    const before = await server().database.counts();
    for (const path of ['/register', '/login', '/refresh', '/logout']) {
      const answer = await send(`POST ${path}`, { body, headers: type === undefined ? {} : { 'content-type': type } });
      expect([path, answer.status, answer.json.code]).toEqual([path, 415, 'unsupported_media_type']);
    }
    expect(await server().database.counts()).toEqual(before);
  });

  test.for(['application/json', 'APPLICATION/JSON', 'application/json; charset=utf-8', 'application/json ;x=y'])(
    'G19 a body of the type %s is read',
    async (type) => {
      const body = JSON.stringify({ email: newEmail(), password: newPassword() });
      expect((await send('POST /register', { body, headers: { 'content-type': type } })).status).toBe(201);
    },
  );

  test('R60 a request without a body needs no content type', async () => {
    const { cookie } = await register(send);
    expect((await send('POST /refresh', { cookie })).status).toBe(200);
    expect((await send('POST /logout', { cookie })).status).toBe(204);
  });

  test('R60 asking changes nothing', async () => {
    const { cookie, accessToken } = await register(send);
    const before = await server().database.counts();
    for (const path of ['/register', '/login', '/refresh', '/logout', '/password']) {
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PATCH']) {
        const answer = await send(`${method} ${path}`, { cookie, token: accessToken, query: 'all=true' });
        const expected = method === 'OPTIONS' ? 204 : 405;
        expect([method, path, answer.status]).toEqual([method, path, expected]);
        expect(answer.headers.allow).toBeTypeOf('string');
        expect(answer.cookies).toEqual([]);
      }
    }
    const headers = { 'x-http-method-override': 'DELETE', 'x-method-override': 'POST' };
    expect((await send('GET /sessions', { cookie, headers, query: '_method=DELETE' })).status).toBe(200);
    expect(await server().database.counts()).toEqual(before);
    expect((await send('GET /me', { cookie })).status).toBe(200);
  });

  test.for(['https://evil.example', 'null', own])('R61, G25 no other site may read: %s', async (origin) => {
    const { cookie } = await register(send);
    const asks = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' };
    const answers = [
      await send('GET /me', { cookie, headers: { origin } }),
      await send('POST /login', { body: {}, headers: { origin } }),
      await send('OPTIONS /login', { headers: { origin, ...asks } }),
      await send('GET /api/notes', { cookie, headers: { origin } }),
    ];
    for (const { headers } of answers) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(headers.vary).toMatch(/\bOrigin\b/u);
      expect(headers.vary).toMatch(/\bSec-Fetch-Site\b/u);
    }
  });

  test('R62 responses are not cached and do not disclose the software', async () => {
    const { accessToken, refreshToken } = await register(send);
    const answers: Answer[] = [
      await send('POST /register', { body: { email: newEmail(), password: newPassword() } }),
      await send('POST /login', { body: { email: newEmail(), password: newPassword() } }),
      await send('POST /refresh', { body: { refreshToken } }),
      await send('GET /me', { token: accessToken }),
      await send('GET /sessions', { token: accessToken }),
      await send('DELETE /sessions', { token: accessToken }),
      await send('POST /logout', { token: accessToken }),
      await send('GET /me'),
      await send('GET /nothing'),
    ];
    for (const { headers } of answers) {
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers.etag).toBeUndefined();
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  test('R62, G21 every error is a problem document and discloses no input', async () => {
    const word = `${canary}-malformed`;
    const from = newAddress();
    for (let count = 0; count < 5; count += 1) await send('POST /login', { body: {}, from });
    const errors: readonly (readonly [number, Answer])[] = [
      [400, await send('POST /login', bad(`{"email":"a@example.com","password":"${word}`))],
      [400, await send('POST /register', bad(`{"password":"${word}"}}`))],
      [400, await send('POST /register', bad(`"${word}"`))],
      [401, await send('GET /me')],
      [401, await send('POST /login', { body: { email: newEmail(), password: word } })],
      [403, await send('POST /login', { body: {}, headers: { origin: 'null' } })],
      [404, await send('GET /nothing')],
      [404, await send('POST /login/more', { body: {} })],
      [405, await send('GET /login')],
      [413, await send('POST /login', { body: { password: word.repeat(20_000) } })],
      [415, await send('POST /login', bad(word, 'text/plain'))],
      [415, await send('POST /login', bad(`{"password":"${word}"}`, 'application/json; charset=utf-16'))],
      [415, await send('POST /login', { ...bad(word), headers: { ...json, 'content-encoding': 'bird' } })],
      [422, await send('POST /login', { body: { email: word, password: word } })],
      [422, await send('POST /register', { body: [word] })],
      [429, await send('POST /login', { body: { password: word }, from })],
    ];
    for (const [index, [status, answer]] of errors.entries()) {
      expect([index, answer.status]).toEqual([index, status]);
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/u);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.json).toMatchObject({ status, type: expect.any(String), title: expect.any(String) });
      expect(answer.json.code).toMatch(/^[a-z_]+$/u);
      expect(answer.text).not.toMatch(/Prisma|SELECT|node_modules|\bat .*:\d+:\d+|bcrypt|SyntaxError|Canary/u);
    }
  });

  test('R62 a missing table reveals nothing, and no log contains the password', async () => {
    const { database } = server();
    const person = await register(send);
    const { users } = await database.counts();
    await database.query('ALTER TABLE "Session" RENAME TO "SessionAway"');
    try {
      for (const answer of [
        await send('POST /register', { body: { email: newEmail(), password: newPassword() } }),
        await send('POST /login', { body: { email: person.email, password: person.password } }),
        await send('GET /me', { token: person.accessToken }),
        await send('POST /refresh', { body: { refreshToken: person.refreshToken } }),
      ]) {
        expect([answer.status, answer.json.code]).toEqual([503, 'not_ready']);
        expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/u);
        expect(answer.text).not.toMatch(/Prisma|Session|SELECT|table|relation|eyJ|Canary/u);
        expect(answer.cookies).toEqual([]);
      }
    } finally {
      await database.query('ALTER TABLE "SessionAway" RENAME TO "Session"');
    }
    expect((await send('GET /me', { token: person.accessToken })).status).toBe(200);
    // The account that couldn't be signed in isn't half there: who tries again gets it.
    expect((await database.counts()).users).toBe(users);
  });
});

describeAuth(
  'behind https, with a list of origins',
  ({ send }) => {
    const allowed = 'https://admin.shop.example';
    const status = async (headers: Readonly<Record<string, string>>) =>
      (await send('POST /login', { body: {}, headers })).status;

    test('R59 cookies are bound to the host and to https', async () => {
      const { cookies } = await send('POST /register', { body: { email: newEmail(), password: newPassword() } });
      expect(cookies.map(({ name }) => name).toSorted()).toEqual(['__Host-access_token', '__Host-refresh_token']);
      for (const { name, value, attributes } of cookies) {
        expect(attributes).toMatchObject({
          httponly: '',
          secure: '',
          path: '/',
          samesite: expect.stringMatching(/^(?:Lax|Strict)$/u),
        });
        expect(attributes['domain']).toBeUndefined();
        const days = name.includes('access') ? 7 : 30;
        expect(Math.abs(Number(attributes['max-age']) - days * 24 * 3600)).toBeLessThanOrEqual(2);
        expect(name.length + value.length).toBeLessThan(4096);
      }
    });

    test('R59 accepts only the cookie names of the current mode', async () => {
      const { accessToken, refreshToken, cookie } = await register(send);
      expect((await send('GET /me', { cookie })).status).toBe(200);
      expect((await send('GET /me', { cookie: `access_token=${accessToken}` })).status).toBe(401);
      expect((await send('POST /refresh', { cookie: `refresh_token=${refreshToken}` })).status).toBe(401);
    });

    test('R60 an origin on the list is served, its neighbours are not', async () => {
      expect(await status({ origin: allowed })).toBe(422);
      expect(await status({ origin: allowed, 'sec-fetch-site': 'same-site' })).toBe(422);
      expect(await status({ origin: allowed, 'sec-fetch-site': 'cross-site' })).toBe(422);
      expect(await status({ origin: 'https://shop.example', 'sec-fetch-site': 'same-origin' })).toBe(422);
      expect(await status({ origin: 'https://other.shop.example', 'sec-fetch-site': 'same-site' })).toBe(403);
      expect(await status({ origin: `${allowed}.evil.example` })).toBe(403);
      expect(await status({ origin: 'http://admin.shop.example' })).toBe(403);
      expect(await status({ origin: 'http://localhost:3000' })).toBe(403);
      // A page loaded without https can come from an attacker.
      expect(await status({ origin: 'http://shop.example', host: 'shop.example' })).toBe(403);
      expect(await status({ origin: 'https://shop.example', host: 'shop.example' })).toBe(422);
    });
  },
  { env: { APP_URL: 'https://shop.example', AUTH_ALLOWED_ORIGINS: 'https://admin.shop.example' } },
);

describeAuth('cookies in plain http', ({ send }) => {
  test('R59 without https the cookies have plain names and are still HttpOnly', async () => {
    const { cookies } = await send('POST /register', { body: { email: newEmail(), password: newPassword() } });
    expect(cookies.map(({ name }) => name).toSorted()).toEqual(['access_token', 'refresh_token']);
    for (const { attributes } of cookies) {
      expect(attributes).toMatchObject({
        httponly: '',
        path: '/',
        samesite: expect.stringMatching(/^(?:Lax|Strict)$/u),
      });
      expect(attributes['secure']).toBeUndefined();
      expect(attributes['domain']).toBeUndefined();
    }
  });

  test('R59 ignores a cookie that is sent twice', async () => {
    const one = await register(send);
    const other = await register(send);
    for (const [first, second] of [
      [one.accessToken, other.accessToken],
      [one.accessToken, 'x'],
      ['x', one.accessToken],
      [one.accessToken, one.accessToken],
    ]) {
      expect((await send('GET /me', { cookie: `access_token=${first}; access_token=${second}` })).status).toBe(401);
    }
    for (const second of [other.refreshToken, 'x', one.refreshToken]) {
      const cookie = `refresh_token=${one.refreshToken}; refresh_token=${second}`;
      expect((await send('POST /refresh', { cookie })).status).toBe(401);
    }
    expect((await send('POST /refresh', { cookie: one.cookie })).status).toBe(200);
  });
});
