import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { genlock, repository, run, type Finished } from '../support/cli.ts';
import { startDev, type DevServer } from '../support/dev-server.ts';
import { freePort } from '../support/free-port.ts';
import { freshDatabase, needPostgres, serverUrl, type FreshDatabase } from '../support/postgres.ts';
import { postgresBinaries } from '../support/postgres-cluster.ts';
import { done, makeShop, pathWithoutOurs, type Shop } from '../support/shop.ts';

/** How the terminal of the tests calls Genlock; the application prints it in its fixes. */
const command = 'the-genlock-of-tests';
const migrate = `${command} db migrate dev`;

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly code?: string;
}

async function get(server: DevServer, path: string, accept: string): Promise<Answer> {
  // The server can close a connection that a command has kept waiting.
  const response = await fetch(server.url + path, { headers: { accept, connection: 'close' } });
  const text = await response.text();
  const isProblem = response.headers.get('content-type')?.includes('problem+json') === true;
  return { status: response.status, text, ...(isProblem ? (JSON.parse(text) as { code: string }) : {}) };
}

const page = (server: DevServer) => get(server, '/', 'text/html');
const api = (server: DevServer) => get(server, '/api/orders', 'application/json');

/** Checks page, API and terminal; `fix` is the end of the line. */
async function expectProblem(server: DevServer, code: string, fix: string): Promise<void> {
  const shown = await page(server);
  expect({ ...shown, text: shown.text.includes(fix) }).toEqual({ status: 503, text: true });
  expect(await api(server)).toMatchObject({ status: 503, code, text: expect.stringContaining(fix) });
  expect(lines(server)).toContainEqual(expect.stringContaining(fix));
  expectPlain(server.output());
}

/** No stack frame, no minified code. */
function expectPlain(output: string): void {
  expect(output).not.toMatch(/^\s+at |client\.js:\d|Invalid `/mu);
}

const lines = (server: DevServer): readonly string[] => server.output().split('\n');

/** Repeats a request until it has the status, as an open page does: Vite notices changed files after a moment. */
async function expectStatus(status: number, request: () => Promise<Answer>): Promise<Answer> {
  let answer = await request();
  for (let attempt = 0; attempt < 100 && answer.status !== status; attempt += 1) {
    await wait(200);
    answer = await request();
  }
  expect(answer.status).toBe(status);
  return answer;
}

async function expectRecovery(server: DevServer): Promise<void> {
  await expectStatus(200, () => page(server));
  await expectStatus(200, () => api(server));
}

const kinds = ['file', 'relational'] as const;
const shops = new Map<string, Promise<Shop>>();
afterAll(async () => {
  for (const shop of shops.values()) (await shop).remove();
});

/** The project of a database kind; the tests of this file share it. */
function shopOf(kind: (typeof kinds)[number], url: string): Promise<Shop> {
  const config = ['--config', join(repository, 'examples/shop/genlock.json'), '--database', kind];
  const shop = shops.get(kind) ?? makeShop(config, { DATABASE_URL: url });
  shops.set(kind, shop);
  return shop;
}

/** The database that the file project is migrated on. */
const fileUrl = 'file:./data/first.db';

describe.each(kinds)('a project on the database kind %s', (kind) => {
  const isMissing = kind === 'relational' && postgresBinaries() === undefined;
  let shop: Shop;
  let database: FreshDatabase | undefined;
  let environment: Readonly<Record<string, string>>;
  beforeAll(async () => {
    if (isMissing) return;
    database = kind === 'relational' ? await freshDatabase() : undefined;
    const url = database?.url ?? fileUrl;
    shop = await shopOf(kind, url);
    environment = { GENLOCK_COMMAND: command, DATABASE_URL: url };
  });
  afterAll(() => database?.drop());

  /** Runs the real command in the place of the printed one. */
  const fix = async (args: readonly string[], env = environment): Promise<Finished> =>
    done(await genlock(args, { cwd: shop.root, env }));

  async function withServer(env: Readonly<Record<string, string | undefined>>, act: (server: DevServer) => unknown) {
    const server = await startDev(shop.root, { ...environment, ...env });
    try {
      await act(server);
    } finally {
      await server.stop();
    }
  }

  /** URL of a database that no test has made yet. */
  async function urlOfMissing(name: string): Promise<string> {
    if (kind === 'file') return `file:./${name}/app.db`;
    const url = new URL(await serverUrl());
    url.pathname = `/${name}`;
    return url.href;
  }

  test('a missing database, then a pending migration: the running server recovers after the command', async (context) => {
    if (kind === 'relational') needPostgres(context);
    const env = { ...environment, DATABASE_URL: await urlOfMissing(`missing_${Date.now()}`) };
    await withServer(env, async (server) => {
      await expectProblem(server, 'database_missing', migrate);
      await fix(['db', 'migrate', 'dev'], env);
      await expectRecovery(server);

      const pending = join(shop.root, 'prisma/migrations/29990101000000_later');
      mkdirSync(pending);
      writeFileSync(join(pending, 'migration.sql'), 'SELECT 1;\n');
      const shown = await expectStatus(503, () => page(server));
      expect(shown.text).toContain(migrate);
      expect(await get(server, '/readyz', '*/*')).toMatchObject({ status: 503, code: 'migration_pending' });
      rmSync(pending, { recursive: true });
      await expectRecovery(server);
      expectPlain(server.output());
    });
  });

  test('an outdated and a missing client: the running server recovers after the commands', async (context) => {
    if (kind === 'relational') needPostgres(context);
    await withServer({}, async (server) => {
      await fix(['entity', 'add', 'Note', 'title:String:required', '--yes']);
      await expectProblem(server, 'client_outdated', `${command} db generate`);
      await fix(['db', 'generate']);
      const shown = await expectStatus(503, () => page(server));
      expect(shown.text).toContain(migrate);
      await fix(['db', 'migrate', 'dev', '--name', 'note']);
      await expectRecovery(server);
      await expectStatus(200, () => get(server, '/api/notes', '*/*'));
      renameSync(join(shop.root, 'server/generated/prisma'), join(shop.root, 'prisma-kept'));
      await expectProblem(server, 'client_outdated', `${command} db generate`);
      rmSync(join(shop.root, 'prisma-kept'), { recursive: true });
      await fix(['db', 'generate']);
      await expectRecovery(server);
    });
  });

  test('no migration at all: task and page name the command', async (context) => {
    if (kind === 'relational') needPostgres(context);
    const empty = kind === 'relational' ? await freshDatabase() : undefined;
    const env = { ...environment, DATABASE_URL: empty?.url ?? 'file:./empty.db' };
    const migrations = join(shop.root, 'prisma/migrations');
    renameSync(migrations, join(shop.root, 'kept'));
    try {
      await withServer(env, (server) => expectProblem(server, 'migration_pending', migrate));
      const options = { cwd: shop.root, env: { ...env, PATH: pathWithoutOurs() } };
      const task = await run(['npm', 'run', '--silent', 'task', '--', 'prisma/seed.ts'], options);
      expect(task.code).toBe(1);
      expect(task.stderr).toContain(`Run: ${migrate}`);
      expectPlain(task.stderr);
    } finally {
      renameSync(join(shop.root, 'kept'), migrations);
      await empty?.drop();
    }
  });

  const unusable: Readonly<Record<(typeof kinds)[number], readonly (readonly [string, string])[]>> = {
    file: [['file:./package.json', 'database_unreachable']],
    relational: [
      ['postgresql://postgres:wrong@127.0.0.1:1/app', 'database_unreachable'],
      ['wrong password', 'database_access_denied'],
    ],
  };

  test.for(unusable[kind])('an unusable database: %s', async ([given, code], context) => {
    if (kind === 'relational') needPostgres(context);
    const url = given === 'wrong password' ? withPassword(await serverUrl()) : given;
    await withServer({ DATABASE_URL: url }, async (server) => {
      await expectProblem(server, code, 'DATABASE_URL in .env');
      expect(server.output()).not.toContain('canary');
    });
  });
});

function withPassword(text: string): string {
  const url = new URL(text);
  url.password = 'canary';
  return url.href;
}

describe('a server that cannot start', () => {
  let shop: Shop;
  let port: string;
  const holder = createServer();
  beforeAll(async () => {
    shop = await shopOf('file', fileUrl);
    done(await run(['npm', 'run', 'build'], { cwd: shop.root, env: { PATH: pathWithoutOurs(), NODE_ENV: undefined } }));
    port = String(await freePort());
    await new Promise<void>((resolve) => {
      holder.listen(Number(port), resolve);
    });
  });
  afterAll(() => {
    holder.close();
  });

  /** Starts a server that must end with exit code 1, and returns its last line. */
  async function lastLine(env: Readonly<Record<string, string | undefined>>): Promise<string> {
    const server = await startDev(shop.root, env);
    expect(await server.ended).toBe(1);
    expectPlain(server.output());
    return server.output().trim().split('\n').at(-1) ?? '';
  }

  test('in development, because the port is in use', async () => {
    expect(await lastLine({ PORT: port })).toContain(`Run: PORT=${Number(port) + 1} npm run dev`);
  });

  test('in development, because a variable is wrong', async () => {
    const line = await lastLine({ DATABASE_URL: 'mysql://canary' });
    expect(line).toMatch(/DATABASE_URL.*\.env/u);
    expect(line).not.toContain('canary');
  });

  test.for([
    ['.env', 'Run: cp .env.example .env'],
    ['node_modules', 'Run: npm install'],
  ])('in development, because %s is missing', async ([path = '', fix = '']) => {
    renameSync(join(shop.root, path), join(shop.root, 'kept'));
    try {
      expect(await lastLine({ DATABASE_URL: undefined })).toContain(fix);
    } finally {
      renameSync(join(shop.root, 'kept'), join(shop.root, path));
    }
  });

  test('in development, because Node.js is not supported', async () => {
    const file = join(shop.root, 'package.json');
    renameSync(file, join(shop.root, 'kept'));
    const engines = { node: '^18.0.0 || >=99.0.0' };
    writeFileSync(file, JSON.stringify({ type: 'module', engines, scripts: { dev: 'node scripts/check-setup.mjs' } }));
    try {
      expect(await lastLine({})).toContain(engines.node);
    } finally {
      renameSync(join(shop.root, 'kept'), file);
    }
  });

  test.for([
    ['environment_invalid', { DATABASE_URL: 'mysql://canary' }],
    ['database_missing', { DATABASE_URL: 'file:./missing/app.db' }],
    ['migration_pending', { DATABASE_URL: 'file:./not-migrated.db' }],
    ['port_in_use', {}],
  ] as const)('in production: one line with the code %s, and exit code 1', async ([code, env]) => {
    const all = { PATH: pathWithoutOurs(), NODE_ENV: undefined, PORT: port, DATABASE_URL: fileUrl, ...env };
    const finished = await run(['node', 'dist/server/main.js'], { cwd: shop.root, env: all });
    expect([finished.code, finished.stderr]).toEqual([1, '']);
    expect(JSON.parse(finished.stdout)).toMatchObject({ level: 'fatal', code, msg: expect.any(String) });
    expect(finished.stdout).not.toContain('canary');
  });
});
