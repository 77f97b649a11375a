import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Answer } from '../../support/auth-client.ts';
import { newEmail, newPassword } from '../../support/auth-people.ts';
import { describeAuth } from '../../support/auth-suite.ts';

type Line = Readonly<Record<string, unknown>>;

describeAuth('the log in production', ({ send, server }) => {
  const parsed = (): readonly Line[] =>
    server()
      .output()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Line);

  /** Waits until the request of an answer is logged, and returns its lines. */
  async function linesOf({ headers }: Answer): Promise<readonly Line[]> {
    const id = String(headers['x-request-id']);
    for (let round = 0; round < 1200; round += 1) {
      const lines = parsed().filter(({ requestId }) => requestId === id);
      if (lines.some(({ msg }) => msg === 'request')) return lines;
      await wait(50);
    }
    throw new Error(`no line of request ${id}`);
  }

  test('every line is an object with time, level and message, and requests have an id', async () => {
    const body = { email: newEmail(), password: newPassword() };
    const registered = await linesOf(await send('POST /register', { body }));
    expect(registered).toMatchObject([
      { msg: 'audit', event: 'register', level: 'info' },
      { msg: 'request', method: 'POST', path: '/api/auth/register', status: 201 },
    ]);
    const refused = await linesOf(await send('POST /login', { body: { ...body, password: newPassword() } }));
    expect(refused.map(({ msg }) => msg)).toEqual(['audit', 'request']);
    for (const answer of [await send('GET /api/unknown'), await send('POST /login', { body: '{' })]) {
      expect((await linesOf(answer)).map(({ msg }) => msg)).toEqual(['request']);
    }
    for (const line of parsed()) {
      expect(line).toMatchObject({ level: expect.any(String), msg: expect.any(String) });
      expect(line['time']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u);
    }
  });

  test('a plain id of the caller is kept, any other is replaced', async () => {
    const kept = await send('GET /api/unknown', { headers: { 'x-request-id': 'of-the-caller.1' } });
    expect(kept.headers['x-request-id']).toBe('of-the-caller.1');
    expect(await linesOf(kept)).toHaveLength(1);
    const replaced = await send('GET /api/unknown', { headers: { 'x-request-id': '{"level":"fatal"}' } });
    expect(replaced.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/u);
  });

  test('start and end are in the same form', async () => {
    await server().kill('SIGTERM');
    const messages = parsed().map(({ msg }) => String(msg));
    expect(messages.filter((text) => text.startsWith('Listening'))).toHaveLength(server().urls.length);
    expect(messages.filter((text) => text === 'Shutting down')).toHaveLength(server().urls.length);
  });
});
