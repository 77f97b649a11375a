import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newAddress, type Answer, type Send } from '../../support/auth-client.ts';
import { newEmail, newPassword, register } from '../../support/auth-people.ts';
import { describeAuth, onSQLite } from '../../support/auth-suite.ts';

const attemptWith =
  (send: Send) =>
  (email: string, password: string, cookie?: string): Promise<Answer> =>
    send('POST /login', { body: { email, password }, ...(cookie === undefined ? {} : { cookie }) });

// The clock is frozen. The first delay is one second, and the next guess can take that long on a busy machine.
describeAuth(
  'guessing one account from everywhere',
  ({ send }) => {
    const attempt = attemptWith(send);

    const attemptsUntilRefused = async (address: string): Promise<number> => {
      let count = 0;
      while (count < 101 && (await attempt(address, newPassword())).status !== 429) count += 1;
      return count;
    };

    test('R31 slows down guesses without locking out the owner', async () => {
      const owner = await register(send);
      let count = 0;
      let refused = await attempt(owner.email, newPassword());
      for (; refused.status !== 429 && count < 101; count += 1) refused = await attempt(owner.email, newPassword());
      expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_requests' } });
      expect(refused.headers['retry-after']).toMatch(/^\d+$/u);
      // It is no way to learn the right password either, and no way to keep its owner out.
      expect((await attempt(owner.email, owner.password)).status).toBe(429);
      expect((await attempt(owner.email, owner.password, owner.cookie)).status).toBe(200);
      expect((await attempt((await register(send)).email, newPassword())).status).toBe(401);
    });

    test('R31, R22 an unknown account is throttled like an existing one', async () => {
      const { email } = await register(send);
      expect(await attemptsUntilRefused(newEmail())).toBe(await attemptsUntilRefused(email));
    });
  },
  {
    ...onSQLite,
    env: { NODE_OPTIONS: '--import=data:text/javascript,globalThis.startedAt=Date.now();Date.now=()=>startedAt' },
  },
);

describeAuth(
  'guessing one account by the clock',
  ({ send }) => {
    const attempt = attemptWith(send);

    test('R31 the delay is short at first and then over', async () => {
      const owner = await register(send);
      let refused = await attempt(owner.email, newPassword());
      for (let count = 0; refused.status !== 429 && count < 101; count += 1) {
        refused = await attempt(owner.email, newPassword());
      }
      const seconds = Number(refused.headers['retry-after']);
      expect(seconds).toBeLessThanOrEqual(60);
      await wait(seconds * 1000 + 200);
      expect((await attempt(owner.email, owner.password)).status).toBe(200);
    });
  },
  onSQLite,
);

describeAuth(
  'without a proxy that is trusted',
  ({ send }) => {
    test('R29, G12 a caller who changes X-Forwarded-For counts as one caller', async () => {
      const statuses: number[] = [];
      for (let count = 0; count < 7; count += 1) {
        const headers = { 'x-real-ip': newAddress(), forwarded: `for=${newAddress()}`, 'x-client-ip': newAddress() };
        statuses.push((await send('POST /login', { body: {}, headers })).status);
      }
      expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429]);
      expect((await send('POST /login', { body: {}, headers: { 'x-forwarded-for': '' } })).status).toBe(429);
    });
  },
  { ...onSQLite, env: { TRUST_PROXY: '0' } },
);
