import { createServer, connect, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newAddress, sendTo, type Answer } from '../../support/auth-client.ts';
import {
  cookieValue,
  login,
  newPassword,
  refreshCookie,
  register,
  statusesOf,
  type Person,
} from '../../support/auth-people.ts';
import { configurations } from '../../support/auth-server.ts';
import { describeAuth } from '../../support/auth-suite.ts';
import { readToken } from '../../support/auth-tokens.ts';

/** PostgreSQL with one process is left out: it can only do less at the same time than with four. */
const everywhere = [
  ...configurations,
  { title: 'SQLite, four processes, Redis', kind: 'file', processes: 4, redis: true },
] as const;

const times = <Result>(count: number, make: () => Promise<Result>) => Promise.all(Array.from({ length: count }, make));

describeAuth(
  'at the same time',
  ({ send, server }) => {
    const sessionsOf = ({ id }: Person) => server().database.query('SELECT * FROM "Session" WHERE "userId" = ?', id);
    const byCookie = (token: string) => send('POST /refresh', { cookie: refreshCookie(token) });
    const byBody = (refreshToken: string) => send('POST /refresh', { body: { refreshToken } });
    const me = async (token: string | undefined) => (await send('GET /me', { token })).status;

    test('R28 fifty concurrent logins: each gets a session or a 503', async () => {
      const people = await times(5, () => register(send));
      const logins = Array.from({ length: 10 }, () => people).flat();
      const answers = await Promise.all(
        logins.map(({ email, password }) => send('POST /login', { body: { email, password }, from: newAddress() })),
      );
      const statuses = new Set(statusesOf(answers));
      expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([]);
      const good = answers.filter(({ status }) => status === 200);
      expect(good.length).toBeGreaterThan(8);
      expect(new Set(good.map(({ json }) => readToken(json.accessToken ?? '').payload['sid'])).size).toBe(good.length);
      expect((await Promise.all(people.map(sessionsOf))).flat()).toHaveLength(good.length + people.length);
      const told = answers.filter(({ status }) => status === 503);
      expect(told.filter(({ headers }) => !/^\d+$/u.test(headers['retry-after'] ?? ''))).toEqual([]);
      expect(told.flatMap(({ json }) => (json.code === 'busy' ? [] : [json]))).toEqual([]);
      for (const { json } of good) expect(await me(json.accessToken)).toBe(200);
    });

    test('R51, G03 ten refreshes with one cookie: one successor', async () => {
      const person = await register(send);
      const before = await sessionsOf(person);
      const answers = await times(10, () => byCookie(person.refreshToken));
      expect(statusesOf(answers)).toEqual(Array.from({ length: 10 }, () => 200));
      expect(new Set(answers.map((answer) => cookieValue(answer, 'refresh_token'))).size).toBe(1);
      const after = await sessionsOf(person);
      expect(after).toHaveLength(1);
      expect(Number(after[0]?.['generation'])).toBe(Number(before[0]?.['generation']) + 1);
      const successor = cookieValue(answers[0] as Answer, 'refresh_token') ?? '';
      for (const answer of answers) expect(await me(cookieValue(answer, 'access_token'))).toBe(200);
      expect((await byBody(successor)).status).toBe(200);
    });

    test('R51, G03 ten refreshes with one token in the body: one pair, and the session lives', async () => {
      const person = await register(send);
      const answers = await times(10, () => byBody(person.refreshToken));
      expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: 9 }, () => 401)]);
      const won = answers.find(({ status }) => status === 200);
      expect(await me(won?.json.accessToken)).toBe(200);
      expect((await byBody(won?.json.refreshToken ?? '')).status).toBe(200);
      expect(await sessionsOf(person)).toHaveLength(1);
    });

    test('R51 cookie and body together: one line of tokens', async () => {
      const person = await register(send);
      const answers = await Promise.all([
        ...Array.from({ length: 5 }, () => byCookie(person.refreshToken)),
        ...Array.from({ length: 5 }, () => byBody(person.refreshToken)),
      ]);
      const good = answers.filter(({ status }) => status === 200);
      expect(statusesOf(answers).filter((status) => status !== 200 && status !== 401)).toEqual([]);
      expect(new Set(good.map((answer) => cookieValue(answer, 'refresh_token'))).size).toBe(1);
      expect(good.filter(({ json }) => json.refreshToken !== undefined).length).toBeGreaterThanOrEqual(5);
      expect(await sessionsOf(person)).toHaveLength(1);
    });

    test('R55 after a concurrent refresh and logout the session has ended', async () => {
      for (let round = 0; round < 5; round += 1) {
        const person = await register(send);
        const [refreshed, , ...rest] = await Promise.all([
          byCookie(person.refreshToken),
          send('POST /logout', { cookie: person.cookie }),
          byCookie(person.refreshToken),
          byBody(person.refreshToken),
        ]);
        for (const answer of [refreshed, ...rest]) {
          expect([200, 401]).toContain(answer.status);
          if (answer.status !== 200) continue;
          expect(await me(cookieValue(answer, 'access_token'))).toBe(401);
          expect((await byBody(cookieValue(answer, 'refresh_token') ?? '')).status).toBe(401);
        }
        expect(await sessionsOf(person)).toEqual([]);
        expect((await login(send, person)).id).toBe(person.id);
      }
    });

    test('R57 two changes of a password at once: one of them is the password', async () => {
      const person = await register(send);
      const wanted = [newPassword(), newPassword()];
      const answers = await Promise.all(
        wanted.map((password) =>
          send('PUT /password', {
            token: person.accessToken,
            body: { currentPassword: person.password, newPassword: password },
          }),
        ),
      );
      expect(statusesOf(answers).filter((status) => ![204, 403, 409].includes(status))).toEqual([]);
      expect(answers.some(({ status }) => status === 204)).toBe(true);
      const logins = await Promise.all(
        [...wanted, person.password].map((password) =>
          send('POST /login', { body: { email: person.email, password } }),
        ),
      );
      expect(logins.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(logins[2]?.status).toBe(401);
    });

    test('R55 twenty logouts at once', async () => {
      const person = await register(send);
      const answers = await times(20, () => send('POST /logout', { cookie: person.cookie }));
      expect(new Set(statusesOf(answers))).toEqual(new Set([204]));
      expect(await me(person.accessToken)).toBe(401);
    });

    test('R52 the response of a refresh is cut off: the browser retries and is signed in', async () => {
      const person = await register(send);
      const cut = await cuttingProxy(server().urls[0] ?? '');
      const lost = sendTo(cut.url, 'POST /refresh', { cookie: refreshCookie(person.refreshToken) });
      await expect(lost).rejects.toMatchObject({ code: 'ECONNRESET' });
      const again = await byCookie(person.refreshToken);
      expect(again.status).toBe(200);
      // The retry returns the token that was lost.
      expect(cut.seen()).toContain(cookieValue(again, 'refresh_token'));
      expect(await me(cookieValue(again, 'access_token'))).toBe(200);
      expect(await sessionsOf(person)).toHaveLength(1);
      cut.close();
    });

    test('R52 every process is killed after the rotation: the browser retries and is signed in', async () => {
      const person = await register(send);
      const cut = await cuttingProxy(server().urls[0] ?? '', () => server().kill());
      const lost = sendTo(cut.url, 'POST /refresh', { cookie: refreshCookie(person.refreshToken) });
      await expect(lost).rejects.toMatchObject({ code: 'ECONNRESET' });
      await server().kill();
      await server().start();
      const again = await byCookie(person.refreshToken);
      expect(again.status).toBe(200);
      expect(cut.seen()).toContain(cookieValue(again, 'refresh_token'));
      expect(await sessionsOf(person)).toHaveLength(1);
      cut.close();
    });

    test.for([0, 6])(
      'R52 processes killed %i ms after a refresh was sent: the user is not locked out',
      async (delay) => {
        const person = await register(send);
        const sent = Promise.allSettled(
          server().urls.map((url) => sendTo(url, 'POST /refresh', { cookie: refreshCookie(person.refreshToken) })),
        );
        await wait(delay);
        await server().kill();
        await sent;
        await server().start();
        const again = await byCookie(person.refreshToken);
        expect(again.status).toBe(200);
        expect(await me(cookieValue(again, 'access_token'))).toBe(200);
        expect(await sessionsOf(person)).toHaveLength(1);
        expect((await login(send, person)).id).toBe(person.id);
      },
    );
  },
  { on: everywhere, env: { AUTH_REFRESH_GRACE: '300' } },
);

/** Forwards a request, reads the response and resets the connection instead of returning the response. */
async function cuttingProxy(target: string, then: () => Promise<void> = async () => undefined) {
  const { hostname, port } = new URL(target);
  let seen = '';
  const proxy = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    client.pipe(upstream);
    client.on('error', () => undefined);
    upstream.on('error', () => undefined);
    upstream.on('data', (chunk: Buffer) => {
      seen += chunk.toString();
      void then().finally(() => client.resetAndDestroy());
    });
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    seen: () => seen,
    close: () => proxy.close(),
  };
}
