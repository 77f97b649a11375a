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

    type Act = () => Promise<{ readonly status: number }>;

    /** Seconds of processor time for some rounds of each, in turn: what makes the processor slower for a while hits all. */
    async function works(acts: readonly Act[], status: number): Promise<readonly number[]> {
      const seconds = acts.map(() => 0);
      for (let round = 0; round < rounds; round += 1) {
        for (const [index, act] of acts.entries()) {
          const before = server().cpuSeconds();
          expect((await act()).status).toBe(status);
          await wait(20);
          seconds[index] = (seconds[index] ?? 0) + server().cpuSeconds() - before;
        }
      }
      return seconds;
    }
    const work = async (act: Act, status: number) => (await works([act], status))[0] ?? NaN;
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
      const [forKnown = NaN, ...others] = await works(
        [known.email, newEmail(), without.email].map((email) => () => login(email, wrong())()),
        401,
      );
      expect(forKnown).toBeGreaterThan(0.25);
      expect(others).toHaveLength(2);
      for (const forOther of others) {
        expect(forOther / forKnown).toBeGreaterThan(0.6);
        expect(forOther / forKnown).toBeLessThan(1.7);
      }
    });

    test('R11, R27 requests refused for their form or their rate compute no hash', async () => {
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
