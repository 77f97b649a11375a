import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { newAddress, type Call } from '../../support/auth-client.ts';
import {
  canary,
  leaksIn,
  newEmail,
  newPassword,
  problemFaults,
  register,
  type Person,
} from '../../support/auth-people.ts';
import { describeAuth } from '../../support/auth-suite.ts';

interface Attack {
  readonly title: string;
  readonly line: string;
  readonly call: (person: Person) => Call;
  readonly statuses: readonly number[];
}

const json = { 'content-type': 'application/json' };
const body = (title: string, text: (person: Person) => string | Buffer, ...statuses: readonly number[]): Attack[] =>
  ['POST /register', 'POST /login', 'POST /refresh'].map((line) => ({
    title: `${line}, body: ${title}`,
    line,
    call: (person) => ({ body: text(person), headers: json }),
    // A refresh needs no body. Any body without a token counts as a missing token.
    statuses: line.endsWith('refresh') ? [401, ...statuses] : statuses,
  }));
const call =
  (title: string, line: string) =>
  (make: Attack['call'], ...statuses: readonly number[]): Attack => ({ title, line, call: make, statuses });
const cookie = (title: string, make: (person: Person) => string, ...statuses: readonly number[]) =>
  call(`cookie: ${title}`, 'GET /me')((person) => ({ cookie: make(person) }), ...statuses);

const deep = 20_000;
const attacks: readonly Attack[] = [
  ...body('empty', () => '', 400, 401, 422),
  ...body('null', () => 'null', 400, 422),
  ...body('a list', () => '[{}]', 422),
  ...body('a number', () => '7', 400),
  ...body('not closed', () => `{"password":"${canary}"`, 400),
  ...body('two values', () => '{}{}', 400),
  ...body('nested deeply', () => `${'{"email":'.repeat(5000)}1${'}'.repeat(5000)}`, 422),
  ...body('lists nested deeply', () => `${'['.repeat(deep)}${']'.repeat(deep)}`, 422),
  ...body('bytes that are no UTF-8', () => Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), 400, 422),
  ...body('a byte order mark', () => '\ufeff{}', 400, 422),
  ...body('a NUL', () => '{"email":"a\0@example.com"}', 400),
  ...body('a number too large', () => '{"email":1e999,"password":1e999,"refreshToken":1e999}', 422),
  ...body(
    'only __proto__',
    () => '{"__proto__":{"email":"a@example.com","password":"Canary7Bird","refreshToken":"x"}}',
    422,
  ),
  ...body(
    'toString',
    () =>
      '{"toString":1,"hasOwnProperty":1,"email":{"toString":1},"password":{"length":9},"refreshToken":{"length":1}}',
    422,
  ),
  ...body(
    'a thousand keys',
    () => JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`k${n}`, n]))),
    422,
  ),
  call('a key twice: the last one counts, for all readers', 'POST /login')(
    (person) => ({
      body: `{"email":"nobody@example.com","email":"${person.email}","password":"wrong","password":"${canary}-wrong"}`,
      headers: json,
    }),
    401,
  ),
  call('a zipped megabyte', 'POST /login')(
    () => ({
      body: gzipSync(Buffer.from(JSON.stringify({ email: newEmail(), password: 'a'.repeat(1_000_000) }))),
      headers: { ...json, 'content-encoding': 'gzip' },
    }),
    413,
    415,
  ),
  call('an address made to backtrack', 'POST /register')(
    () => ({
      body: { email: `${'a'.repeat(90_000)}@${'a.'.repeat(1000)}`, password: newPassword() },
    }),
    422,
  ),
  call('a password of combining marks', 'POST /login')(
    (person) => ({
      body: { email: person.email, password: `e${'\u0301'.repeat(30_000)}` },
    }),
    401,
    422,
  ),
  call('a password that grows when it is normalised', 'POST /login')(
    (person) => ({
      body: { email: person.email, password: '\ufdfa'.repeat(250) },
    }),
    401,
    422,
  ),
  call('a lone surrogate in the password', 'POST /login')(
    (person) => ({
      body: `{"email":"${person.email}","password":"${canary}\\ud800"}`,
      headers: json,
    }),
    401,
    422,
  ),
  call('a NUL in a name', 'POST /register')(
    () => ({ body: { email: newEmail(), password: newPassword(), name: 'a\0b' } }),
    422,
  ),
  call('a lone surrogate in a name', 'POST /register')(
    () => ({
      body: `{"email":"${newEmail()}","password":"${newPassword()}","name":"\\ud800"}`,
      headers: json,
    }),
    201,
    422,
  ),
  cookie('no equals sign', () => 'access_token', 401),
  cookie('empty', () => 'access_token=', 401),
  cookie('a bad percent', ({ accessToken }) => `access_token=%${accessToken}`, 401),
  cookie('JSON', () => 'access_token=j:{"length":1}', 401),
  cookie('a JSON list', ({ accessToken }) => `access_token=j:["${accessToken}"]`, 401),
  cookie('a signed one', ({ accessToken }) => `access_token=s:${accessToken}.abc`, 401),
  cookie('__proto__', ({ accessToken }) => `__proto__=${accessToken}; constructor=${accessToken}`, 401),
  cookie('another case', ({ accessToken }) => `ACCESS_TOKEN=${accessToken}; Access_Token=${accessToken}`, 401),
  cookie('the prefix of the other mode', ({ accessToken }) => `__Host-access_token=${accessToken}`, 401),
  cookie('three hundred', () => Array.from({ length: 300 }, (_, n) => `c${n}=${n}`).join('; '), 401),
  cookie('separators', () => ';;;==;=;', 401),
  cookie('Bearer in a cookie', ({ accessToken }) => `access_token=Bearer ${accessToken}`, 401),
  call('a long agent', 'POST /login')(
    ({ email, password }) => ({
      body: { email, password },
      headers: { ...json, 'user-agent': 'a'.repeat(10_000) },
    }),
    200,
  ),
  call('an agent of markup', 'POST /login')(
    ({ email, password }) => ({
      body: { email, password },
      headers: { ...json, 'user-agent': '<script>alert(1)</script>' },
    }),
    200,
  ),
  call('an agent of bytes', 'POST /login')(
    ({ email, password }) => ({
      body: { email, password },
      headers: { ...json, 'user-agent': '\u00ff\u00fe\u0080' },
    }),
    200,
  ),
  call('an address that is none', 'POST /login')(() => ({ body: {}, from: 'unknown' }), 422),
  call('an address with a port', 'POST /login')(() => ({ body: {}, from: '[2001:db8::7]:443' }), 422),
  call('an address with a zone', 'POST /login')(() => ({ body: {}, from: 'fe80::1%eth0' }), 422),
  call('an address as a query', 'POST /login')(
    ({ email, password }) => ({ body: { email, password }, from: "' OR 1=1 --" }),
    200,
    401,
  ),
  call('an address of 8000 bytes', 'POST /login')(
    ({ email, password }) => ({ body: { email, password }, from: '9'.repeat(8000) }),
    200,
    401,
  ),
  call('a delivery that isn’t known', 'POST /login')(
    ({ email, password }) => ({
      body: { email, password },
      headers: { ...json, 'x-token-delivery': ['cookie', 'body'] },
    }),
    200,
    422,
  ),
  call('a request id with a line break, encoded', 'GET /me')(
    () => ({ headers: { 'x-request-id': '%0d%0aSet-Cookie: a=b' } }),
    401,
  ),
  call('a query that pollutes', 'GET /me')(
    () => ({ query: '__proto__[id]=1&constructor[prototype][id]=1&id[]=1' }),
    401,
  ),
  call('a path with a NUL', 'GET /api/auth/me%00')(() => ({}), 400, 404),
  call('a path with a bad percent', 'GET /api/auth/%E0%A4%A')(() => ({}), 404),
  call('a path that climbs', 'GET /api/auth/../../.env')(() => ({}), 404),
  call('a path that climbs, encoded', 'GET /api/auth/%2e%2e/%2e%2e/.env')(() => ({}), 404),
  call('the environment', 'GET /api/../.env')(() => ({}), 404),
];

describeAuth('attacks', ({ send, server }) => {
  test.for(attacks)('$title', async ({ line, call: make, statuses }) => {
    const person = await register(send);
    const before = await server().database.counts();
    const answer = await send(line, make(person));
    expect(statuses).toContain(answer.status);
    expect(answer.text).not.toContain(canary);
    expect(problemFaults(answer)).toEqual([]);
    const after = await server().database.counts();
    expect(answer.status >= 400 ? after : before).toEqual(before);
    expect((await send('GET /me', { token: person.accessToken })).json).toMatchObject({ id: person.id, role: 'USER' });
    expect((await send('GET /sessions', { token: person.accessToken })).status).toBe(200);
  });

  test.for([
    ['/login', '/LOGIN', '/login/', '/Login', '/login?x=1', '/%6cogin'],
    ['/register', '/REGISTER', '/register/', '/Register', '/register?x=1', '/%72egister'],
  ])('R25 another spelling of %s is the same bucket', async (spellings) => {
    const from = newAddress();
    const statuses: number[] = [];
    for (const path of [...spellings, ...spellings])
      statuses.push((await send(`POST ${path}`, { body: {}, from })).status);
    const served = statuses.filter((status) => status === 422);
    expect(served.length).toBeLessThanOrEqual(5);
    expect(statuses.filter((status) => ![404, 422, 429].includes(status))).toEqual([]);
  });

  test.for([
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}   '],
    ['a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['chunks of no known coding', 'Transfer-Encoding: chunked, bird\r\n\r\n0\r\n\r\n'],
    ['a header over two lines', 'X-A: b\r\n c: d\r\nContent-Length: 2\r\n\r\n{}'],
    ['a bare line feed', 'X-A: b\nX-B: c\r\nContent-Length: 2\r\n\r\n{}'],
    ['a length below zero', 'Content-Length: -1\r\n\r\n'],
    ['twenty kilobytes of header', `X-A: ${'a'.repeat(20_000)}\r\n\r\n`],
  ])('a request that may be read in two ways is not served: %s', async ([, rest]) => {
    const { hostname, port } = new URL(server().urls[0] ?? '');
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.write(
      `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n${rest}`,
    );
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 4(?:00|15|22|31) /u);
    expect(answer.match(/^HTTP\/1\.1/gmu)).toHaveLength(1);
    expect(leaksIn(answer)).toEqual([]);
  });
});
