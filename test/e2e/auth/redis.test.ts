import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newAddress } from '../../support/auth-client.ts';
import { newEmail, newPassword, register } from '../../support/auth-people.ts';
import { describeAuth } from '../../support/auth-suite.ts';

describeAuth(
  'without an answer from Redis',
  ({ send, server }) => {
    test('R27 refuses sign-in while Redis is down, keeps existing sessions, and recovers afterwards', async () => {
      const { email, password, accessToken } = await register(send);
      const before = await server().database.counts();
      await server().redis?.stop();
      const answers = [
        await send('POST /login', { body: { email, password } }),
        await send('POST /register', { body: { email: newEmail(), password: newPassword() } }),
        await send('POST /refresh', { body: { refreshToken: 'x' } }),
      ];
      expect(answers.filter(({ status, json }) => status < 500 || json.code === undefined)).toEqual([]);
      expect(await server().database.counts()).toEqual(before);
      expect((await send('GET /me', { token: accessToken })).status).toBe(200);
      await server().redis?.start();
      let status = 0;
      for (let count = 0; status !== 200 && count < 100; count += 1) {
        await wait(100);
        ({ status } = await send('POST /login', { body: { email, password } }));
      }
      expect(status).toBe(200);
    });

    test('R27 refuses sign-in and serves other requests while Redis does not reply', async () => {
      const { email, password, accessToken } = await register(send);
      server().redis?.pause();
      const login = () => send('POST /login', { body: { email, password } });
      // In each process, one of these requests waits for the reply.
      const answers = await Promise.all([login(), login(), login(), login()]);
      expect(answers.map(({ status, json }) => [status, json.code])).toEqual(answers.map(() => [503, 'busy']));
      expect((await send('GET /me', { token: accessToken })).status).toBe(200);
      server().redis?.resume();
      let status = 0;
      for (let count = 0; status !== 200 && count < 100; count += 1) {
        await wait(100);
        ({ status } = await login());
      }
      expect(status).toBe(200);
    });

    test('R28 the count is one for all processes', async () => {
      const from = newAddress();
      const answers = await Promise.all(Array.from({ length: 20 }, () => send('POST /login', { body: {}, from })));
      expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
    });
  },
  { on: [{ title: 'SQLite, two processes, Redis', kind: 'file', processes: 2, redis: true }] },
);
