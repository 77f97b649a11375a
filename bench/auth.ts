/**
 * Measures the cost of authentication. Compares `GET /api/auth/me` with a bare server, with a handler that reads the
 * same data, and with Better Auth on the same database. Also measures logins at the same hash cost, the event loop
 * delay during logins, and the response time of refused logins. Needs `npm run build`. Results are per second of the
 * server's processor time, so load from other programs has little effect.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { genlock, run } from '../test/support/cli.ts';
import { freePort } from '../test/support/free-port.ts';
import { postgresBinaries, startCluster, stopCluster } from '../test/support/postgres-cluster.ts';
import { done, pathWithoutOurs } from '../test/support/shop.ts';
import { median } from './measure.ts';

const rounds = Number(process.argv[2] ?? 5);
const cost = '12';
/** In each round; the first one, which doesn't count, warms the servers up. */
const requests = 15_000;
const packages = ['better-auth@1.7.25', 'pg@8.23.1', 'bcrypt@6.0.0', 'autocannon@9.0.0'];
const tool = join(tmpdir(), 'genlock-bench-better-auth');
const beside = join(import.meta.dirname, 'auth-beside');
const secrets = {
  JWT_SECRET: 'Zk3uQ9pX7vT1sR5wL8nB2mH6cJ4dF0gAyE',
  JWT_REFRESH_SECRET: 'pW8rV2xN6tY0qK4zM1bC9hJ3fD7gS5aLuO',
};

interface Server {
  readonly url: string;
  readonly child: ChildProcess;
  readonly output: () => string;
}
type Autocannon = (options: Readonly<Record<string, unknown>>) => Promise<{
  readonly requests: { readonly total: number };
  readonly errors: number;
  readonly non2xx: number;
}>;

if (!existsSync(join(tool, 'node_modules', 'better-auth'))) {
  mkdirSync(tool, { recursive: true });
  writeFileSync(join(tool, 'package.json'), '{ "private": true }\n');
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], { cwd: tool });
}
const autocannon: Autocannon = createRequire(join(tool, 'package.json'))('autocannon');

if (postgresBinaries() === undefined) {
  console.log('not verified: no PostgreSQL. To run it: apt-get install postgresql');
} else {
  const folder = mkdtempSync(join(tmpdir(), 'genlock-bench-auth-'));
  const cluster = join(folder, 'postgres');
  mkdirSync(cluster);
  for (const path of [folder, cluster]) chmodSync(path, 0o755);
  const databaseUrl = await startCluster(cluster);
  const servers: Server[] = [];
  try {
    await measureAll(await makeProject(folder, databaseUrl), databaseUrl, servers);
  } finally {
    for (const { child } of servers) child.kill('SIGKILL');
    await stopCluster(cluster);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A project in which the read of the session can be left out. */
async function makeProject(folder: string, databaseUrl: string): Promise<string> {
  const config = join(folder, 'genlock.json');
  writeFileSync(config, JSON.stringify({ database: 'relational', plugins: { 'auth-jwt': { enabled: true } } }));
  done(await genlock(['init', 'shop', '--config', config, '--plugins', beside, '--yes'], { cwd: folder }));
  const root = join(folder, 'shop');
  const env = { PATH: pathWithoutOurs() };
  done(await run(['npm', 'install', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: root, env }));
  done(await genlock(['db', 'migrate', 'dev', '--name', 'init'], { cwd: root, env: { DATABASE_URL: databaseUrl } }));
  const file = join(root, 'server/lib/auth/sessions.ts');
  const signature = /export async function liveSession\([^)]*\)[^{]*\{\n/u;
  const source = readFileSync(file, 'utf8');
  if (!signature.test(source)) throw new Error(`no liveSession in ${file}`);
  const stub = `  if (process.env.BENCH_STUB === '1') {
    return { id, user: { id: userId, email: 'person@example.com', name: null, role: 'USER' } };
  }\n`;
  writeFileSync(
    file,
    source.replace(signature, (text) => text + stub),
  );
  done(await run(['npm', 'run', 'build'], { cwd: root, env }));
  return root;
}

async function measureAll(root: string, databaseUrl: string, servers: Server[]): Promise<void> {
  const env = {
    ...secrets,
    DATABASE_URL: databaseUrl,
    BCRYPT_COST: cost,
    AUTH_RATE_LIMIT: '1000000',
    RATE_LIMIT: '1000000000',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
    APP_URL: 'http://localhost:3000',
  };
  const start = async (cwd: string, args: readonly string[], more: Readonly<Record<string, string>> = {}) => {
    const server = await startServer({ cwd, args, env: { ...env, ...more } });
    servers.push(server);
    return server;
  };
  const main = ['dist/server/main.js'];
  const loop = `--import=${join(beside, 'loop-delay.mjs')}`;
  const ours = await start(root, [loop, ...main]);
  const stubbed = await start(root, main, { BENCH_STUB: '1' });
  const better = await start(tool, [join(beside, 'better-auth.mjs')]);
  const credentials = { email: 'person@example.com', password: 'A password of 7 words' };
  const { token, session, body } = await signUp(ours.url, credentials);
  const raw = await start(root, [join(beside, 'raw.mjs')], { BENCH_BODY: body });
  const cookie = await signUpThere(better.url, credentials);

  const authorization = { authorization: `Bearer ${token}` };
  const perSecond = await interleaved({
    raw: () => load(raw, { url: `${raw.url}/` }),
    stubbed: () => load(stubbed, { url: `${stubbed.url}/api/auth/me`, headers: authorization }),
    'same read': () => load(ours, { url: `${ours.url}/api/same-read?id=${session}` }),
    me: () => load(ours, { url: `${ours.url}/api/auth/me`, headers: authorization }),
    'Better Auth': () => load(better, { url: `${better.url}/api/auth/get-session`, headers: { cookie } }),
  });
  const ratio = (one: string, other: string) => ((perSecond[one] ?? 0) / (perSecond[other] ?? 1)).toFixed(2);
  console.log(`requests per second of processor time: ${JSON.stringify(perSecond)}`);
  console.log(`me without the read, compared with a bare server: ${ratio('stubbed', 'raw')} (at least 0.28)`);
  console.log(`me, compared with a handler that reads the same data: ${ratio('me', 'same read')} (at least 0.85)`);
  console.log(`me, compared with Better Auth: ${ratio('me', 'Better Auth')} (at least 2.4)`);

  await logins({ ours, better, credentials });
  await loopDelay(ours, credentials);
  await timing(ours.url, credentials);
}

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Logins per second of processor time: at the same cost nearly all of it is the hash. */
async function logins({ ours, better, credentials }: { ours: Server; better: Server; credentials: Credentials }) {
  const post = (server: Server, path: string) => () =>
    load(server, {
      url: server.url + path,
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url },
      body: JSON.stringify(credentials),
      connections: 2,
      amount: 20,
    });
  const found = await interleaved({
    ours: post(ours, '/api/auth/login'),
    better: post(better, '/api/auth/sign-in/email'),
  });
  const ratio = (found['ours'] ?? 0) / (found['better'] ?? 1);
  console.log(`login at bcrypt cost ${cost}, compared with Better Auth: ${ratio.toFixed(2)} (at least 0.95)`);
}

/** Prints the event loop delay during sixteen logins, compared with the idle server. */
async function loopDelay({ url, child, output }: Server, credentials: Credentials): Promise<void> {
  const read = async (): Promise<number> => {
    const before = output().length;
    child.kill('SIGUSR2');
    while (!/loop-delay [\d.]+\n/u.test(output().slice(before))) await wait(10);
    return Number(/loop-delay ([\d.]+)/u.exec(output().slice(before))?.[1]);
  };
  // More than ten attempts at once on one account have to wait for each other.
  const people = ['one@example.com', 'other@example.com'].map((email) => ({ ...credentials, email }));
  for (const person of people) await signUp(url, person);
  const idle: number[] = [];
  const busy: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await read();
    await wait(3000);
    idle.push(await read());
    await Promise.all(Array.from({ length: 16 }, (_, index) => login(url, people[index % 2] ?? credentials)));
    busy.push(await read());
  }
  const times = median(busy) / median(idle);
  console.log(
    `event loop, p99 delay: idle ${median(idle)} ms, 16 logins ${median(busy)} ms, × ${times.toFixed(2)} (at most 2)`,
  );
}

/** Prints whether the response time of a refused login reveals that an account exists. */
async function timing(url: string, { email }: Credentials): Promise<void> {
  for (const length of [20, 250]) {
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 30; round += 1) {
      // A right one between them, so that failures in a row don't slow the account down.
      if (round % 8 === 0) await login(url, { email, password: 'A password of 7 words' });
      const password = `Wrong 7 ${'x'.repeat(length)}`;
      known.push(await login(url, { email, password }));
      unknown.push(await login(url, { email: `nobody-${length}-${round}@example.com`, password }));
    }
    const ratio = median(known) / median(unknown);
    console.log(
      `time of a refused login, known address divided by unknown address, ${length} characters: ${ratio.toFixed(2)} (0.80 to 1.25)`,
    );
  }
}

/** Milliseconds a login takes. */
async function login(url: string, credentials: Credentials): Promise<number> {
  const from = performance.now();
  const answer = await postJson(`${url}/api/auth/login`, credentials);
  await answer.text();
  if (answer.status !== 200 && answer.status !== 401) throw new Error(`a login was answered with ${answer.status}`);
  return performance.now() - from;
}

function postJson(url: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', origin: new URL(url).origin };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function signUp(url: string, credentials: Credentials) {
  const answer = await postJson(`${url}/api/auth/register`, credentials);
  const { accessToken } = z.object({ accessToken: z.string() }).parse(await answer.json());
  const payload: unknown = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString());
  const { sid } = z.object({ sid: z.string() }).parse(payload);
  const me = await fetch(`${url}/api/auth/me`, { headers: { authorization: `Bearer ${accessToken}` } });
  if (!me.ok) throw new Error(`me was answered with ${me.status}`);
  return { token: accessToken, session: sid, body: await me.text() };
}

async function signUpThere(url: string, credentials: Credentials): Promise<string> {
  const answer = await postJson(`${url}/api/auth/sign-up/email`, { ...credentials, name: 'Person' });
  if (!answer.ok) throw new Error(`Better Auth answered with ${answer.status}: ${await answer.text()}`);
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const session = await fetch(`${url}/api/auth/get-session`, { headers: { cookie } });
  if (!(await session.text()).includes(credentials.email))
    throw new Error('The session of Better Auth does not contain the user');
  return cookie;
}

/** Medians by name, taken in turn after one round that doesn't count. */
async function interleaved(candidates: Readonly<Record<string, () => Promise<number>>>) {
  const found = Object.fromEntries(Object.keys(candidates).map((name) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, measure] of Object.entries(candidates)) {
      const value = await measure();
      if (round > 0) found[name]?.push(value);
    }
  }
  return Object.fromEntries(
    Object.entries(found).map(([name, values]) => [name, Math.round(median(values) * 100) / 100]),
  );
}

/** Answers per second of the server's processor time. */
async function load({ child }: Server, options: Readonly<Record<string, unknown>>): Promise<number> {
  const before = cpuSeconds(child.pid);
  const { requests: done, errors, non2xx } = await autocannon({ connections: 10, amount: requests, ...options });
  if (errors > 0 || non2xx > 0)
    throw new Error(`${String(options['url'])}: ${errors} errors, ${non2xx} other than 2xx`);
  return done.total / (cpuSeconds(child.pid) - before);
}

function cpuSeconds(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function startServer(given: {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}): Promise<Server> {
  const port = await freePort();
  const child = spawn('node', given.args, {
    cwd: given.cwd,
    env: { PATH: process.env['PATH'], ...given.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (child.exitCode !== null) throw new Error(output);
    const ready = await fetch(`${url}/readyz`).catch(() => undefined);
    if (ready?.ok === true) return { url, child, output: () => output };
    await wait(100);
  }
  throw new Error(`nothing answers at ${url}\n${output}`);
}
