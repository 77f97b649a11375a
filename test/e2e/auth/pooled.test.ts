/** A large site: PostgreSQL behind PgBouncer in transaction mode, four processes, and Redis. */
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, get } from 'node:http';
import { Client } from 'pg';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { newAddress } from '../../support/auth-client.ts';
import { register } from '../../support/auth-people.ts';
import { type AuthServer, configurations, needConfiguration, startAuth } from '../../support/auth-server.ts';
import { needPgBouncer, pooled } from '../../support/pgbouncer.ts';

const [, large] = configurations;

beforeEach((context) => {
  needConfiguration(context, large);
  needPgBouncer(context);
});

/** Starts the processes with the database of a pool and `env`, until the running test ends. */
async function start(env: Readonly<Record<string, string>> = {}): Promise<AuthServer> {
  const server = await startAuth(large);
  onTestFinished(() => server.stop());
  const url = await pooled(server.database.url, 'transaction');
  await server.kill('SIGTERM');
  await server.start({ DATABASE_URL: url, ...env });
  return server;
}

test('creates, lists, changes and deletes records at the same time', async () => {
  const { send, output } = await start();
  const { accessToken: token } = await register(send);
  const work = Array.from({ length: 40 }, async (_, index) => {
    const created = await send('POST /api/notes', { token, body: { title: `Note ${index}` } });
    const id = String(created.json['id']);
    const changed = await send(`PATCH /api/notes/${id}`, { token, body: { title: `Changed ${index}` } });
    const read = await send(`GET /api/notes/${id}`, { token });
    const removed = index % 2 === 0 ? await send(`DELETE /api/notes/${id}`, { token }) : undefined;
    return [created.status, changed.status, read.json['title'], removed?.status];
  });
  expect(await Promise.all(work)).toEqual(
    work.map((_, index) => [201, 200, `Changed ${index}`, index % 2 === 0 ? 204 : undefined]),
  );
  expect(JSON.parse((await send('GET /api/notes', { token })).text)).toHaveLength(20);
  expect(output()).not.toMatch(/"level":"(?:error|fatal)"/u);
});

test('limits the requests of an address in all processes together, also after a failure of Redis', async () => {
  const limit = 30;
  const { send, redis } = await start({ RATE_LIMIT: String(limit) });
  const from = newAddress();
  const answers = await Promise.all(Array.from({ length: limit + 10 }, () => send('GET /api/auth/session', { from })));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(10);
  expect(answers.filter(({ headers }) => headers['retry-after'] !== undefined)).toEqual(refused);
  expect(refused[0]?.json).toMatchObject({ code: 'too_many_requests', 'violated-policies': ['api'] });
  expect((await send('GET /api/auth/session', { from: newAddress() })).status).toBe(200);
  await redis?.stop();
  expect((await send('GET /api/auth/session', { from })).status).toBe(200);
});

test('stops within the documented time with idle connections and a query that never ends', async () => {
  const server = await startAuth(large);
  onTestFinished(() => server.stop());
  const { accessToken } = await register(server.send);
  const [url = ''] = server.urls;
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  await new Promise((resolve) => get(`${url}/healthz`, { agent }, (response) => response.resume().on('end', resolve)));

  const client = new Client(server.database.url);
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('BEGIN; LOCK TABLE "Note"');
  const hanging = fetch(`${url}/api/notes`, { headers: { authorization: `Bearer ${accessToken}` } }).catch(() => 'cut');
  await wait(500);
  const before = Date.now();
  await server.kill('SIGTERM');
  expect(Date.now() - before).toBeLessThan(14_000);
  expect(await hanging).toBe('cut');
});
