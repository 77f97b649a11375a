/** The application with `auth-jwt` as its users run it: one or more processes that share a database, and Redis if asked for. */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { TestContext } from 'vitest';
import { sender, type Send } from './auth-client.ts';
import { authDatabase, type AuthDatabase } from './auth-database.ts';
import { authProject, type AuthKind } from './auth-project.ts';
import { hasRedis, startRedis, type RedisServer } from './auth-redis.ts';
import { end, untilReady } from './child-server.ts';
import { freePort } from './free-port.ts';
import { oldestNode } from './nodes.ts';
import { notVerified } from './not-verified.ts';
import { needPostgres } from './postgres.ts';
import { postgresBinaries } from './postgres-cluster.ts';
import { pathWithoutOurs } from './shop.ts';

/** Where and how the application runs. */
export interface Configuration {
  readonly kind: AuthKind;
  readonly processes: number;
  readonly redis: boolean;
}

/** The two that every rule is tried on: the smallest, and what a large site runs. */
export const configurations = [
  { title: 'SQLite, one process', kind: 'file', processes: 1, redis: false },
  { title: 'PostgreSQL, four processes, Redis', kind: 'relational', processes: 4, redis: true },
] as const;

export const secrets = {
  JWT_SECRET: 'Zk3uQ9pX7vT1sR5wL8nB2mH6cJ4dF0gAyE',
  JWT_REFRESH_SECRET: 'pW8rV2xN6tY0qK4zM1bC9hJ3fD7gS5aLuO',
} as const;

type Environment = Readonly<Record<string, string>>;

/** Environment of the tests, with one trusted proxy, so that each visitor can have a separate address. */
export const environment: Environment = {
  ...secrets,
  NODE_ENV: 'production',
  APP_URL: 'http://localhost:3000',
  TRUST_PROXY: '1',
  BCRYPT_COST: '10',
  AUTH_RATE_LIMIT: '5',
  // The tests of a rule send many requests from one address.
  RATE_LIMIT: '0',
  LOG_LEVEL: 'trace',
};

export interface AuthServer {
  /** One address a process. */
  readonly urls: readonly string[];
  readonly pids: readonly number[];
  readonly database: AuthDatabase;
  /** If the configuration has one. */
  readonly redis: RedisServer | undefined;
  /** Requests go to the processes in turn. */
  readonly send: Send;
  /** Every line that all processes have printed. */
  readonly output: () => string;
  /** Seconds of processor time that all processes have used so far. */
  readonly cpuSeconds: () => number;
  readonly kill: (signal?: NodeJS.Signals) => Promise<void>;
  /** Starts the processes again after `kill`, on the same addresses, with more variables. */
  readonly start: (env?: Environment) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Ends the test as not verified where the configuration can't run. */
export function needConfiguration(context: TestContext, { kind, redis }: Configuration): void {
  if (kind === 'relational') needPostgres(context);
  if (redis && !hasRedis()) {
    notVerified(context, { reason: 'no redis-server', remedy: 'apt-get install redis-server' });
  }
}

export function canRun({ kind, redis }: Configuration): boolean {
  return (kind === 'file' || postgresBinaries() !== undefined) && (!redis || hasRedis());
}

/**
 * @param configuration where it runs
 * @param options `env` over what the tests run with; `root` of another project than the usual one
 */
export async function startAuth(
  configuration: Configuration,
  options: { readonly env?: Environment; readonly root?: string } = {},
): Promise<AuthServer> {
  const { kind, processes, redis } = configuration;
  const root = options.root ?? (await authProject(kind));
  const database = await authDatabase(root, kind);
  const store = redis ? await startRedis() : undefined;
  const ports = await Promise.all(Array.from({ length: processes }, () => freePort()));
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  // The embedded database's driver meets the oldest Node, PostgreSQL's the one that runs the tests.
  const oldest = kind === 'file' ? oldestNode() : undefined;
  const path = oldest === undefined ? {} : { PATH: oldest.path };
  const shared = {
    ...environment,
    ...path,
    DATABASE_URL: database.url,
    ...(store && { REDIS_URL: store.url }),
    ...options.env,
  };
  let output = '';
  let children: readonly ChildProcess[] = [];
  const start = async (env: Environment = {}): Promise<void> => {
    children = ports.map((port) => launch(root, { ...shared, ...env, PORT: String(port) }));
    for (const stream of children.flatMap(({ stdout, stderr }) => [stdout, stderr])) {
      if (stream !== null) keepLines(stream, (lines) => (output += lines));
    }
    await Promise.all(children.map((child, index) => untilReady(urls[index] ?? '', child, () => output)));
  };
  const kill = async (signal: NodeJS.Signals = 'SIGKILL'): Promise<void> => {
    await Promise.all(children.map((child) => end(child, signal)));
  };
  await start();
  const pids = () => children.flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
  return {
    urls,
    database,
    redis: store,
    send: sender(urls),
    output: () => output,
    cpuSeconds: () => pids().reduce((sum, pid) => sum + cpuSecondsOf(pid), 0),
    get pids() {
      return pids();
    },
    kill,
    start,
    stop: async () => {
      await kill('SIGTERM');
      await store?.stop();
      await database.drop();
    },
  };
}

/** One server process, nothing awaited. */
export function launch(root: string, env: Environment): ChildProcess {
  return spawn('node', ['dist/server/main.js'], {
    cwd: root,
    env: { PATH: pathWithoutOurs(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Collects only whole lines, so that the output of several processes is not mixed within a line. */
function keepLines(stream: Readable, keep: (lines: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    rest += text;
    const end = rest.lastIndexOf('\n') + 1;
    keep(rest.slice(0, end));
    rest = rest.slice(end);
  });
  stream.on('end', () => keep(rest));
}

/** Linux counts in hundredths of a second. */
function cpuSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
