import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { register } from '../../support/auth-people.ts';
import { authDatabase, type AuthDatabase } from '../../support/auth-database.ts';
import { authProject } from '../../support/auth-project.ts';
import { environment, launch, secrets, startAuth } from '../../support/auth-server.ts';
import { describeAuth, onSQLite } from '../../support/auth-suite.ts';
import { readToken } from '../../support/auth-tokens.ts';

let root: string;
let database: AuthDatabase;
beforeAll(async () => {
  root = await authProject('file');
  database = await authDatabase(root, 'file');
});
afterAll(() => database?.drop());

/** Starts a server that isn't expected to live; its exit code, and what it printed. */
async function boot(env: Readonly<Record<string, string>>) {
  const all = { ...environment, DATABASE_URL: database.url, ...env, PORT: '0' };
  const child = launch(root, all);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'close');
  // Detects a server that starts unexpectedly.
  const listening = new Promise((resolve) => {
    child.stdout?.on('data', () => output.includes('Listening') && resolve(undefined));
  });
  await Promise.race([ended, listening]);
  const code = child.exitCode;
  child.kill('SIGKILL');
  await ended;
  return { code, output };
}

/** A server that accepts connections and does not reply. */
async function silentServer() {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  return { silent, port: (silent.address() as AddressInfo).port };
}

const long = (letter: string) => letter.repeat(40);

describe('the start of a server', () => {
  test.for([
    ['JWT_SECRET', ''],
    ['JWT_SECRET', 'only-thirty-one-characters-long'],
    ['JWT_SECRET', '   padded to be as long as it has to be          '.slice(0, 20)],
    ['JWT_REFRESH_SECRET', ''],
    ['JWT_REFRESH_SECRET', 'only-thirty-one-characters-long'],
    ['JWT_REFRESH_SECRET', secrets.JWT_SECRET],
    ['JWT_SECRET_PREVIOUS', 'too-short'],
    ['JWT_REFRESH_SECRET_PREVIOUS', 'too-short'],
    ['BCRYPT_COST', '3'],
    ['BCRYPT_COST', '9'],
    ['BCRYPT_COST', '16'],
    ['BCRYPT_COST', '32'],
    ['BCRYPT_COST', 'ten'],
    ['AUTH_REFRESH_GRACE', '-1'],
    ['AUTH_REFRESH_GRACE', '301'],
    ['AUTH_RATE_LIMIT', '0'],
    ['AUTH_RATE_LIMIT', 'many'],
    ['APP_URL', 'not a url'],
    ['APP_URL', 'ftp://shop.example'],
    ['APP_URL', 'httpx://shop.example'],
    ['AUTH_ALLOWED_ORIGINS', '*'],
    ['AUTH_ALLOWED_ORIGINS', 'null'],
    ['AUTH_ALLOWED_ORIGINS', 'file:///home'],
    ['AUTH_ALLOWED_ORIGINS', 'https://a.example,chrome-extension://abcdef'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', 'loopback/8'],
    ['REDIS_URL', 'not a url'],
    ['REDIS_URL', 'https://shop.example'],
    ['REDIS_URL', 'redis://127.0.0.1:1'],
  ] as const)('R13, R47 doesn’t happen with %s=%s, and the variable is named, not its value', async ([name, value]) => {
    const { code, output } = await boot({ [name]: value });
    expect(code).toBe(1);
    expect(output).toContain(name);
    expect(value.length > 9 && output.includes(value)).toBe(false);
    expect(output).not.toContain(secrets.JWT_SECRET);
    expect(output).not.toMatch(/^\s+at /mu);
  });

  test('ends with 1 if Redis accepts the connection and does not reply', async () => {
    const { silent, port } = await silentServer();
    const sockets: Socket[] = [];
    silent.on('connection', (socket) => sockets.push(socket));
    const { code, output } = await boot({ REDIS_URL: `redis://127.0.0.1:${port}` });
    for (const socket of sockets) socket.destroy();
    silent.close();
    expect(sockets).toHaveLength(1);
    expect(code).toBe(1);
    expect(output).toContain('redis_unreachable');
    expect(output).toContain('REDIS_URL');
  });

  test('ends with 0 on SIGTERM before the server listens', async () => {
    // The server waits for its first connection to Redis.
    const { silent, port } = await silentServer();
    const child = launch(root, { ...environment, DATABASE_URL: database.url, REDIS_URL: `redis://127.0.0.1:${port}` });
    const [socket] = (await once(silent, 'connection')) as [Socket];
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    socket.destroy();
    silent.close();
  });

  test('R47 starts with valid settings', async () => {
    expect(await boot({})).toMatchObject({ code: null, output: expect.stringContaining('Listening') });
  });

  test.for([
    ['one letter', long('a')],
    ['a placeholder', 'change-me-change-me-change-me-change-me'],
    ['a word', 'secretsecretsecretsecretsecretsecret'],
  ])('R47 a secret that can be guessed is warned of: %s', async ([, secret = '']) => {
    const { code, output } = await boot({ JWT_SECRET: secret });
    expect(code).toBe(null);
    const warning = output.split('\n').find((line) => line.includes('JWT_SECRET'));
    expect(warning).toMatch(/"level":40|warn/iu);
    expect(output).not.toContain(secret);
  });

  test('R47 a good one isn’t', async () => {
    const { output } = await boot({});
    expect(output).not.toContain('JWT_SECRET');
  });
});

const kid = (token: string | undefined) => readToken(token ?? '').header['kid'];

describe('secrets are changed', () => {
  const next = { JWT_SECRET: `n${secrets.JWT_SECRET}`, JWT_REFRESH_SECRET: `n${secrets.JWT_REFRESH_SECRET}` };
  const previous = {
    JWT_SECRET_PREVIOUS: secrets.JWT_SECRET,
    JWT_REFRESH_SECRET_PREVIOUS: secrets.JWT_REFRESH_SECRET,
  };

  test('R49 old tokens are good until the old secrets are dropped', async () => {
    const server = await startAuth({ kind: 'file', processes: 1, redis: false });
    const { send } = server;
    const me = async (token: string | undefined) => (await send('GET /me', { token })).status;
    try {
      const person = await register(send);
      const idle = await register(send);
      await server.kill();
      await server.start({ ...next, ...previous });
      expect(await me(person.accessToken)).toBe(200);
      const { json, status } = await send('POST /refresh', { body: { refreshToken: person.refreshToken } });
      expect(status).toBe(200);
      expect(kid(json.accessToken)).not.toBe(kid(person.accessToken));
      expect(kid(json.refreshToken)).not.toBe(kid(person.refreshToken));
      await server.kill();
      await server.start(next);
      expect(await me(person.accessToken)).toBe(401);
      expect(await me(json.accessToken)).toBe(200);
      expect((await send('POST /refresh', { body: { refreshToken: idle.refreshToken } })).status).toBe(401);
      expect((await send('POST /refresh', { body: { refreshToken: json.refreshToken } })).status).toBe(200);
    } finally {
      await server.stop();
    }
  });

  test('R14 a hash of a lower cost is replaced when its password is known, and only then', async () => {
    const server = await startAuth({ kind: 'file', processes: 1, redis: false });
    const hash = async (id: string) =>
      String((await server.database.query('SELECT password FROM "User" WHERE id = ?', id))[0]?.['password']);
    try {
      const { id, email, password } = await register(server.send);
      const before = await hash(id);
      await server.kill();
      await server.start({ BCRYPT_COST: '11' });
      expect((await server.send('POST /login', { body: { email, password: `${password}x` } })).status).toBe(401);
      expect(await hash(id)).toBe(before);
      expect((await server.send('POST /login', { body: { email, password } })).status).toBe(200);
      expect(await hash(id)).toMatch(/^\$2b\$11\$/u);
      expect((await server.send('POST /login', { body: { email, password } })).status).toBe(200);
      // A lower cost does not weaken the stored hash.
      await server.kill();
      await server.start({ BCRYPT_COST: '10' });
      expect((await server.send('POST /login', { body: { email, password } })).status).toBe(200);
      expect(await hash(id)).toMatch(/^\$2b\$1[01]\$/u);
    } finally {
      await server.stop();
    }
  });
});

describeAuth(
  'a limit of its own',
  ({ send }) => {
    test('R25 AUTH_RATE_LIMIT is the number of attempts', async () => {
      const statuses: number[] = [];
      for (let count = 0; count < 4; count += 1)
        statuses.push((await send('POST /login', { body: {}, from: '203.0.113.1' })).status);
      expect(statuses).toEqual([422, 422, 429, 429]);
    });
  },
  { ...onSQLite, env: { AUTH_RATE_LIMIT: '2' } },
);
