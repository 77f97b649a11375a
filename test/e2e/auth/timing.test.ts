import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newAddress } from '../../support/auth-client.ts';
import { newEmail, newPassword, register } from '../../support/auth-people.ts';
import { describeAuth, onSQLite } from '../../support/auth-suite.ts';

// Processor time of the server alone: what other processes do meanwhile doesn't count.
describeAuth(
  'the work behind an answer',
  ({ send, server }) => {
    const rounds = 5;

    /** Seconds of processor time for some rounds of the same. */
    async function work(act: () => Promise<{ readonly status: number }>, status: number): Promise<number> {
      const before = server().cpuSeconds();
      for (let round = 0; round < rounds; round += 1) expect((await act()).status).toBe(status);
      await wait(100);
      return server().cpuSeconds() - before;
    }
    const login = (email: string, password: string) => () => send('POST /login', { body: { email, password } });

    test.for([
      ['a common password', ''],
      ['one of 250 characters', 'x'.repeat(200)],
    ])('R23, G16, G17 as much for an unknown user as for a known one: %s', async ([, more]) => {
      const known = await register(send, { password: `${newPassword()}${more}` });
      const without = await register(send);
      await server().database.query(`UPDATE "User" SET password = '!' WHERE id = ?`, without.id);
      const wrong = () => `${newPassword()}${more}`;
      await work(login(newEmail(), wrong()), 401);
      const attempts = {
        known: await work(() => login(known.email, wrong())(), 401),
        unknown: await work(() => login(newEmail(), wrong())(), 401),
        without: await work(() => login(without.email, wrong())(), 401),
      };
      expect(attempts.known).toBeGreaterThan(0.25);
      expect(attempts.unknown / attempts.known).toBeGreaterThan(0.6);
      expect(attempts.unknown / attempts.known).toBeLessThan(1.7);
      expect(attempts.without / attempts.known).toBeGreaterThan(0.6);
      expect(attempts.without / attempts.known).toBeLessThan(1.7);
    });

    test('R11, R27 what is refused for its form or its number costs no hash', async () => {
      const { email } = await register(send);
      const hashed = await work(() => login(email, newPassword())(), 401);
      const long = 'aA1'.padEnd(257, 'x');
      const refused = {
        long: await work(() => send('POST /register', { body: { email: newEmail(), password: long } }), 422),
        weak: await work(() => send('POST /register', { body: { email: newEmail(), password: 'weak' } }), 422),
        large: await work(() => send('POST /register', { body: { password: 'x'.repeat(1_000_000) } }), 413),
        taken: await work(() => send('POST /register', { body: { email: 'bad', password: newPassword() } }), 422),
      };
      const from = newAddress();
      for (let count = 0; count < 5; count += 1) await send('POST /login', { body: {}, from });
      const limited = await work(() => send('POST /login', { body: { email, password: newPassword() }, from }), 429);
      for (const seconds of [...Object.values(refused), limited]) expect(seconds).toBeLessThan(hashed / 3);
    });
  },
  { ...onSQLite, env: { BCRYPT_COST: '11', LOG_LEVEL: 'info' } },
);
