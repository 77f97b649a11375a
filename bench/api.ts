/**
 * Compares the API of a generated application under load with plugin handlers that use only the database's driver, in
 * the same process. Covers SQLite, and PostgreSQL if it is installed. Needs `npm run build`.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { Client } from 'pg';
import { run } from '../test/support/cli.ts';
import { postgresBinaries, startCluster, stopCluster } from '../test/support/postgres-cluster.ts';
import { done, makeShop, pathWithoutOurs, serve, type Served } from '../test/support/shop.ts';
import { median } from './measure.ts';

type Kind = 'file' | 'relational';

interface Load {
  readonly errors: number;
  readonly non2xx: number;
  readonly requests: { readonly average: number; readonly total: number };
  readonly latency: { readonly p50: number; readonly p99: number };
}

/** The measured server. */
type Server = Pick<Served, 'url' | 'pid'>;

type Autocannon = (options: Readonly<Record<string, unknown>>) => Promise<Load>;

const rounds = Number(process.argv[2] ?? 5);
const seconds = 4;
const million = 1_000_000;
/** The creation time of the first row of the million. */
const start = Date.UTC(2020, 0, 1);
const tool = join(tmpdir(), 'genlock-bench-load');
const version = '9.0.0';

if (!existsSync(join(tool, 'node_modules', 'autocannon'))) {
  mkdirSync(tool, { recursive: true });
  writeFileSync(join(tool, 'package.json'), '{ "private": true }\n');
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `autocannon@${version}`];
  execFileSync('npm', install, { cwd: tool, stdio: 'inherit' });
}
const autocannon: Autocannon = createRequire(join(tool, 'package.json'))('autocannon');

const configuration = (database: Kind) => ({
  database,
  entities: [
    {
      name: 'Item',
      fields: [
        { name: 'name', type: 'String', required: true },
        { name: 'amount', type: 'Int', required: true },
        { name: 'note', type: 'String' },
      ],
    },
  ],
});

const body = JSON.stringify({ name: 'A thing', amount: 7, note: 'for the load' });
const post = { method: 'POST', body, headers: { 'content-type': 'application/json' } };

console.log(`Node ${process.version}, ${process.platform} ${process.arch}, medians of ${rounds} interleaved rounds\n`);
await measureKind('file', async (root) => `file:${join(root, 'data', 'dev.db')}`);
if (postgresBinaries() === undefined) {
  console.log('relational: not verified: no PostgreSQL. To run it: apt-get install postgresql');
} else {
  const cluster = mkdtempSync(join(tmpdir(), 'genlock-postgres-'));
  chmodSync(cluster, 0o755);
  const url = await startCluster(cluster);
  try {
    await measureKind('relational', async () => url);
  } finally {
    await stopCluster(cluster);
    rmSync(cluster, { recursive: true, force: true });
  }
}

async function measureKind(kind: Kind, databaseUrl: (root: string) => Promise<string>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'genlock-bench-'));
  const config = join(folder, 'genlock.json');
  writeFileSync(config, JSON.stringify(configuration(kind)));
  if (kind === 'relational') process.env['DATABASE_URL'] = await databaseUrl('');
  const plugin = join(import.meta.dirname, 'bare-driver');
  const shop = await makeShop(['--config', config, '--plugins', plugin]);
  done(await run(['npm', 'run', 'build'], { cwd: shop.root, env: { PATH: pathWithoutOurs() } }));
  const url = await databaseUrl(shop.root);
  const served = await serve(shop.root, { DATABASE_URL: url, LOG_LEVEL: 'warn', RATE_LIMIT: '1000000000' });
  try {
    await ratios(kind, served);
    await manyConnections(kind, served.url);
    await memory(kind, served);
    await millionRows({ kind, url, api: served.url });
  } finally {
    await served.stop();
    shop.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One round of a candidate: requests per second, and processor time of the server per request in microseconds. */
interface Round {
  readonly perSecond: number;
  readonly cpu: number;
}

/**
 * Prints the throughput and the processor time of the generated handlers and of handlers that only call Prisma, compared
 * with the bare handlers. All are measured in turn.
 */
async function ratios(kind: Kind, { url: api, pid }: Server): Promise<void> {
  const candidates = [
    { name: 'list, bare', url: `${api}/api/bare` },
    { name: 'list, Prisma', url: `${api}/api/prisma` },
    { name: 'list, generated', url: `${api}/api/items` },
    { name: 'create, bare', url: `${api}/api/bare`, ...post },
    { name: 'create, Prisma', url: `${api}/api/prisma`, ...post },
    { name: 'create, generated', url: `${api}/api/items`, ...post },
  ];
  for (const candidate of candidates) await load({ ...candidate, connections: 10, amount: 1_000 });
  const found = new Map<string, Round[]>(candidates.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const candidate of candidates) {
      const before = processorMs(pid);
      const { requests } = await load({ ...candidate, connections: 10, duration: seconds });
      const cpu = (1_000 * (processorMs(pid) - before)) / requests.total;
      found.get(candidate.name)?.push({ perSecond: requests.average, cpu });
    }
  }
  for (const what of ['list', 'create']) {
    const bare = found.get(`${what}, bare`) ?? [];
    for (const handler of ['Prisma', 'generated']) {
      const runs = found.get(`${what}, ${handler}`) ?? [];
      const ratio = (key: keyof Round) => median(runs.map((run, at) => run[key] / (bare[at]?.[key] ?? Number.NaN)));
      console.log(
        `${kind}, ${what}: ${perSecond(bare)} bare, ${perSecond(runs)} ${handler}, ratio ${ratio('perSecond').toFixed(2)}, × processor time ${ratio('cpu').toFixed(2)}`,
      );
    }
  }
}

function perSecond(runs: readonly Round[]): string {
  return median(runs.map((run) => run.perSecond)).toFixed(0);
}

async function manyConnections(kind: Kind, api: string): Promise<void> {
  const { errors, non2xx, requests } = await load({
    url: `${api}/api/items?limit=10`,
    connections: 1_000,
    duration: 10,
  });
  console.log(`${kind}, 1000 connections: ${requests.total} requests, ${errors} errors, ${non2xx} other than 2xx`);
}

/** Prints resident memory after 20,000 requests and after 100,000 more. */
async function memory(kind: Kind, served: Server): Promise<void> {
  const url = `${served.url}/api/items?limit=10`;
  await load({ url, connections: 10, amount: 20_000 });
  const before = residentMiB(served.pid);
  await load({ url, connections: 10, amount: 100_000 });
  const after = residentMiB(served.pid);
  console.log(
    `${kind}, memory: ${before.toFixed(0)} MiB, after 100,000 requests more × ${(after / before).toFixed(2)}`,
  );
}

/** Compares the first page of a million rows with a page after 900,000 rows, in both orders. */
async function millionRows({ kind, url, api }: { kind: Kind; url: string; api: string }): Promise<void> {
  await fill(kind, url);
  for (const sort of ['-createdAt', 'createdAt']) {
    const address = `${api}/api/items?limit=50&sort=${sort}`;
    const deep = `${address}&cursor=${cursorAt(sort)}`;
    const first = [];
    const last = [];
    for (let round = 0; round < 20; round += 1) {
      first.push(await timed(address));
      last.push(await timed(deep));
    }
    console.log(
      `${kind}, a million rows, ${sort}: a page after 900,000 rows takes × ${(median(last) / median(first)).toFixed(2)} of the first`,
    );
  }
}

async function fill(kind: Kind, url: string): Promise<void> {
  if (kind === 'relational') {
    const client = new Client(url);
    await client.connect();
    await client.query('DELETE FROM "Item"');
    await client.query(
      `INSERT INTO "Item" (id, name, amount, "createdAt", "updatedAt")
       SELECT 'c' || lpad(n::text, 24, '0'), 'Item ' || n, n, timestamp '2020-01-01' + n * interval '1 second', now()
       FROM generate_series(1, ${million}) n`,
    );
    await client.query('ANALYZE "Item"');
    await client.end();
    return;
  }
  const client = createClient({ url, timeout: 60_000 });
  await client.execute('DELETE FROM Item');
  await client.execute(
    `INSERT INTO Item (id, name, amount, createdAt, updatedAt)
     WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${million})
     SELECT printf('c%024d', n), 'Item ' || n, n,
       strftime('%Y-%m-%dT%H:%M:%S.000+00:00', ${start / 1000} + n, 'unixepoch'), '2020-01-01T00:00:00.000+00:00'
     FROM numbers`,
  );
  client.close();
}

/** Returns the cursor in the `Link` header of the page that ends after 900,000 rows. */
function cursorAt(sort: string): string {
  const descending = sort.startsWith('-');
  const row = descending ? million - 900_000 : 900_000;
  const createdAt = new Date(start + row * 1000).toISOString();
  const end = ['createdAt', descending ? 'desc' : 'asc', createdAt, `c${String(row).padStart(24, '0')}`];
  return Buffer.from(JSON.stringify(end)).toString('base64url');
}

/** Measures the milliseconds of a request for a page of 50 records. */
async function timed(address: string): Promise<number> {
  const from = performance.now();
  const response = await fetch(address);
  const records: unknown = await response.json();
  if (!response.ok || !Array.isArray(records) || records.length !== 50) throw new Error(`no page of 50 at ${address}`);
  return performance.now() - from;
}

async function load(options: Readonly<Record<string, unknown>>): Promise<Load> {
  const result = await autocannon(options);
  const { requests, errors, non2xx } = result;
  if (requests.total === 0 || errors > 0 || non2xx > 0) {
    throw new Error(
      `${requests.total} answers from ${String(options['url'])}, ${errors} errors, ${non2xx} other than 2xx`,
    );
  }
  return result;
}

/** Returns the processor time of the server, user and system. Linux counts it in steps of 10. */
function processorMs(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

function residentMiB(pid: number | undefined): number {
  const [, kib = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}
