import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newEmail, newPassword, refreshCookie, register } from '../../support/auth-people.ts';
import { describeAuth } from '../../support/auth-suite.ts';
import { readToken } from '../../support/auth-tokens.ts';

const sid = (token: string) => readToken(token).payload['sid'];

type Entry = Readonly<Record<string, unknown>>;

describeAuth(
  'the record of who did what',
  ({ send, server }) => {
    let addresses = 0;

    /** Returns the audit entries of requests from a new address. */
    async function recorded(act: (from: string) => Promise<unknown>): Promise<readonly Entry[]> {
      addresses += 1;
      const from = `198.51.100.${addresses}`;
      await act(from);
      // Another process writes it: it may arrive after the answer, and late on a busy machine.
      for (let round = 0; round < 1200; round += 1) {
        const found = entries().filter(({ ip }) => ip === from);
        if (found.length > 0) return found;
        await wait(50);
      }
      return [];
    }

    function entries(): readonly Entry[] {
      return server()
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{') && line.includes('"event":'))
        .map((line) => JSON.parse(line) as Entry);
    }

    test('R62 records each event with time, address, user and session', async () => {
      const credentials = { email: newEmail(), password: newPassword() };
      const registered = await recorded((from) => send('POST /register', { body: credentials, from }));
      expect(registered).toHaveLength(1);
      expect(registered[0]).toMatchObject({ event: 'register', outcome: 'ok', userId: expect.any(String) });
      expect(registered[0]?.['time']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u);
      expect(Math.abs(Date.parse(String(registered[0]?.['time'])) - Date.now())).toBeLessThan(60_000);
      const userId = registered[0]?.['userId'];

      let access = '';
      let refresh = '';
      const login = await recorded(async (from) => {
        const { json } = await send('POST /login', { body: credentials, from });
        ({ accessToken: access = '', refreshToken: refresh = '' } = json);
      });
      expect(login).toMatchObject([{ event: 'login', outcome: 'ok', userId, sessionId: sid(access) }]);
      const wrong = { ...credentials, password: newPassword() };
      expect(await recorded((from) => send('POST /login', { body: wrong, from }))).toMatchObject([
        { event: 'login', outcome: 'refused' },
      ]);
      const unknown = { email: newEmail(), password: newPassword() };
      expect(await recorded((from) => send('POST /login', { body: unknown, from }))).toMatchObject([
        { event: 'login', outcome: 'refused' },
      ]);
      expect(await recorded((from) => send('GET /api/notices', { token: access, from }))).toMatchObject([
        { event: 'role_denied', outcome: 'refused', userId, sessionId: sid(access) },
      ]);
      const refreshed = await recorded((from) => send('POST /refresh', { body: { refreshToken: refresh }, from }));
      expect(refreshed).toMatchObject([{ event: 'refresh', outcome: 'ok', userId, sessionId: sid(access) }]);
      await wait(1500);
      expect(await recorded((from) => send('POST /refresh', { body: { refreshToken: refresh }, from }))).toMatchObject([
        { event: 'refresh_reuse', outcome: 'refused', userId, sessionId: sid(access) },
      ]);
    });

    test('R62 so are logout, another password and the end of sessions', async () => {
      const person = await register(send);
      const token = person.accessToken;
      const session = { userId: person.id, sessionId: sid(token) };
      const passwords = { currentPassword: person.password, newPassword: newPassword() };
      expect(await recorded((from) => send('PUT /password', { token, body: passwords, from }))).toMatchObject([
        { event: 'password_change', outcome: 'ok', ...session },
      ]);
      expect(await recorded((from) => send('PUT /password', { token, body: passwords, from }))).toMatchObject([
        { event: 'password_change', outcome: 'refused', ...session },
      ]);
      expect(await recorded((from) => send('DELETE /sessions', { token, from }))).toMatchObject([
        { event: 'session_revoke', outcome: 'ok', userId: person.id },
      ]);
      const logout = await recorded((from) =>
        send('POST /logout', { cookie: refreshCookie(person.refreshToken), from }),
      );
      expect(logout).toMatchObject([{ event: 'logout', outcome: 'ok', ...session }]);
    });

    test('R62 user input cannot forge an audit line', async () => {
      const line = '{"time":"2026-01-01T00:00:00.000Z","event":"admin_created","outcome":"ok"}';
      const before = entries().filter(({ event }) => event === 'admin_created').length;
      await send('POST /login', { body: { email: `a\n${line}\n@example.com`, password: newPassword() } });
      await send('POST /register', { body: { email: newEmail(), password: newPassword(), name: `\n${line}\n` } });
      await send('POST /login', { body: {}, from: line.replaceAll(' ', '') });
      await send('GET /me', { headers: { 'user-agent': line, 'x-request-id': line } });
      // Wait until every process has written a later entry.
      for (const _ of server().urls) {
        const stranger = { email: newEmail(), password: newPassword() };
        expect(await recorded((from) => send('POST /login', { body: stranger, from }))).toHaveLength(1);
      }
      expect(entries().filter(({ event }) => event === 'admin_created')).toHaveLength(before);
    });
  },
  { env: { AUTH_REFRESH_GRACE: '1' } },
);
