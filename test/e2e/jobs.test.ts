/** Background jobs of a generated application, of a plugin and of the project, on SQLite and on PostgreSQL. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, type TestContext } from 'vitest';
import { genlock, repository } from '../support/cli.ts';
import { freshDatabase, needPostgres, type FreshDatabase } from '../support/postgres.ts';
import { postgresBinaries } from '../support/postgres-cluster.ts';
import { done, makeShop, npm, serve, type Served, type Shop, typecheck } from '../support/shop.ts';

/** A job of the project with a schedule, and a route that queues a job of the project. */
const own: Readonly<Record<string, string>> = {
  'server/jobs/welcome.ts': `import { z } from 'zod';
import { defineJob } from '../lib/jobs';

export default defineJob({
  data: z.object({ name: z.string() }),
  async run({ data, log }) {
    log.info({ length: data.name.length }, 'welcome');
  },
});
`,
  'server/routes/welcome.ts': `import { z } from 'zod';
import welcome from '../jobs/welcome';
import { enqueue } from '../lib/jobs';
import { defineRoute, endpoint } from '../lib/route';

export default defineRoute({
  access: 'public',
  POST: endpoint({
    body: z.object({ name: z.string() }),
    async handle({ body }) {
      await enqueue(welcome, body);
    },
  }),
});
`,
};

interface Line {
  readonly time: string;
  readonly msg: string;
  readonly job?: string;
  readonly jobId?: string;
  readonly attempt?: number;
  readonly code?: string;
  readonly count?: number;
  readonly length?: number;
}

const linesOf = (...servers: readonly Served[]): readonly Line[] =>
  servers.flatMap((server) =>
    server
      .output()
      .split('\n')
      // The last line can be incomplete.
      .slice(0, -1)
      .filter((text) => text.startsWith('{'))
      .map((text): Line => JSON.parse(text)),
  );

const waiting = { timeout: 240_000, interval: 100 };

/** Waits until the log of the servers meets a condition. */
async function until(servers: readonly Served[], holds: (lines: readonly Line[]) => boolean): Promise<void> {
  await expect.poll(() => holds(linesOf(...servers)), waiting).toBe(true);
}

const post = async ({ url }: Served, path: string, body: object): Promise<number> => {
  const headers = { 'content-type': 'application/json' };
  const { status } = await fetch(`${url}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return status;
};

const has = (msg: string) => (lines: readonly Line[]) => lines.some((one) => one.msg === msg);

const counted = (lines: readonly Line[]): readonly Line[] => lines.filter(({ msg }) => msg === 'counted');

/** The schedule of the plugin adds lines of another job. */
const isReport = ({ job }: Line): boolean => job === 'reports/send';

const isAfterwards = ({ msg, length }: Line): boolean => msg === 'sent' && length === 'secret-afterwards'.length;

/** The last lines of jobs that failed before. */
const repeated = (lines: readonly Line[]): readonly Line[] =>
  lines.filter(({ msg, attempt = 1 }) => ['job done', 'job failed'].includes(msg) && attempt > 1);

const running: Served[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
});

async function start(shop: Shop, env: Readonly<Record<string, string>>): Promise<Served> {
  const server = await serve(shop.root, env);
  running.push(server);
  return server;
}

/** Returns the number of scheduled jobs and the number of their times, if there are more jobs than times. */
async function countSchedules(url: string): Promise<readonly unknown[]> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query(`
    SELECT count(*) FILTER (WHERE name = 'reports/count') AS jobs, count(DISTINCT data->>'slot') AS times FROM pgboss.job
    HAVING count(*) FILTER (WHERE name = 'reports/count') > count(DISTINCT data->>'slot')`);
  await client.end();
  return rows;
}

async function makeProject(database: string, env: Readonly<Record<string, string>>): Promise<Shop> {
  const folder = mkdtempSync(join(tmpdir(), 'genlock-jobs-'));
  const config = join(folder, 'genlock.json');
  writeFileSync(config, JSON.stringify({ database, jobs: true }));
  const plugin = join(repository, 'test/fixtures/plugins/reports');
  const shop = await makeShop(['--config', config, '--plugins', plugin], env);
  rmSync(folder, { recursive: true });
  for (const [path, text] of Object.entries(own)) {
    mkdirSync(join(shop.root, path, '..'), { recursive: true });
    writeFileSync(join(shop.root, path), text);
  }
  return shop;
}

const kinds = [
  { database: 'file', queues: [] },
  { database: 'relational', queues: ['pgboss.job'] },
] as const;

describe.each(kinds)('on $database', ({ database, queues }) => {
  const isPostgres = database === 'relational';
  let postgres: FreshDatabase | undefined;
  let env: Readonly<Record<string, string>> = {};
  let shop: Shop;

  beforeAll(async () => {
    if (isPostgres && postgresBinaries() === undefined) return;
    postgres = isPostgres ? await freshDatabase() : undefined;
    env = postgres === undefined ? {} : { DATABASE_URL: postgres.url, TEST_DATABASE_URL: postgres.url };
    shop = await makeProject(database, env);
    await npm(shop.root, ['run', 'build'], env);
  });
  afterAll(async () => {
    shop?.remove();
    await postgres?.drop();
  });

  const need = (context: TestContext): void => {
    if (isPostgres) needPostgres(context);
  };

  test.for([typecheck, 'lint', 'format:check', 'test -- test/reports test/server/jobs.test.ts'])(
    'passes %s',
    async (script, context) => {
      need(context);
      expect((await npm(shop.root, ['run', ...script.split(' ')], env)).code).toBe(0);
    },
  );

  /** The tests share the servers, because a schedule and repeated attempts take a minute each. */
  describe('a running application', () => {
    const servers: Served[] = [];
    /** The status of each request that queues a job. The last one is not valid. */
    const answers: number[] = [];
    let begin = 0;

    beforeAll(async () => {
      if (shop === undefined) return;
      // On SQLite, an application is one process.
      servers.push(...(await Promise.all((isPostgres ? [1, 2] : [1]).map(() => serve(shop.root, env)))));
      const [server] = servers;
      if (server === undefined) throw new Error('no server');
      begin = Date.now();
      answers.push(await post(server, 'welcome', { name: 'secret-name' }));
      const reports = [
        { title: 'secret-1' },
        { title: 'secret-delay', failures: 1 },
        { title: 'secret-never', failures: 9 },
        { title: 'secret-afterwards', afterSeconds: 3 },
        { title: 'wrong', failures: 1.5 },
      ];
      for (const report of reports) answers.push(await post(server, 'send-report', report));
    });
    afterAll(async () => {
      await Promise.all(servers.map((server) => server.stop()));
    });

    test.for([
      { job: 'welcome', msg: 'welcome', length: 'secret-name'.length },
      { job: 'reports/send', msg: 'sent', length: 'secret-1'.length },
    ])('runs the queued job $job', async (expected, context) => {
      need(context);
      await expect.poll(() => linesOf(...servers), waiting).toContainEqual(expect.objectContaining(expected));
    });

    test('waits for the time of a job, and refuses data that does not match', async (context) => {
      need(context);
      expect(answers).toEqual([204, 202, 202, 202, 202, 422]);
      await until(servers, (lines) => lines.some(isAfterwards));
      const time = linesOf(...servers).find(isAfterwards)?.time ?? '';
      expect(new Date(time).getTime() - begin).toBeGreaterThanOrEqual(3000);
    });

    test('repeats a failed job until it succeeds, and at most three times', async (context) => {
      need(context);
      await until(servers, (lines) =>
        ['job done', 'job failed'].every((msg) => repeated(lines).some((line) => line.msg === msg)),
      );
      const lines = linesOf(...servers);
      const attempts = (last: string) => {
        const id = repeated(lines).find(({ msg }) => msg === last)?.jobId;
        const own = lines.filter(({ jobId, msg }) => jobId === id && msg.startsWith('job '));
        return own.map(({ msg, attempt }) => `${attempt} ${msg}`).toSorted();
      };
      expect(attempts('job failed')).toEqual(['1 job delayed', '2 job delayed', '3 job delayed', '4 job failed']);
      // The job fails once in each process.
      const succeeding = ['1 job delayed', '2 job delayed', '3 job done'];
      expect([succeeding, ['1 job delayed', '2 job done']].slice(isPostgres ? 0 : 1)).toContainEqual(
        attempts('job done'),
      );
    });

    test('runs a schedule once at each time', async (context) => {
      need(context);
      await until(servers, (lines) => counted(lines).length >= servers.length);
      const ids = counted(linesOf(...servers)).map(({ jobId }) => jobId);
      expect(new Set(ids).size).toBe(ids.length);
      expect(postgres === undefined ? [] : await countSchedules(postgres.url)).toEqual([]);
    });

    test('writes no data of a job to the log', (context) => {
      need(context);
      const output = servers.map((server) => server.output()).join('');
      expect(output).toContain('counted');
      expect(output).not.toMatch(/secret-/u);
    });
  });

  test('ends running jobs at shutdown', async (context) => {
    need(context);
    const server = await start(shop, env);
    await post(server, 'send-report', { title: 'slow', seconds: 3 });
    await until([server], has('sending'));
    expect(await server.stop()).toBe(0);
    const ended = linesOf(server).filter((line) => isReport(line) && ['sent', 'job done'].includes(line.msg));
    expect(ended).toHaveLength(2);
  });

  test('aborts a job that exceeds the time of the shutdown', async (context) => {
    need(context);
    const server = await start(shop, env);
    await post(server, 'send-report', { title: 'endless', seconds: 100 });
    await until([server], has('sending'));
    expect(await server.stop()).toBe(0);
    expect(linesOf(server)).toContainEqual(expect.objectContaining({ job: 'reports/send', code: 'job_delayed' }));
    const lost = linesOf(server).filter(({ code }) => code === 'jobs_lost');
    expect(lost.map(({ count }) => count)).toEqual(isPostgres ? [] : [1]);
  });

  test('with JOBS=off, a process runs no schedule', async (context) => {
    need(context);
    const off = await start(shop, { ...env, JOBS: 'off' });
    await post(off, 'send-report', { title: 'queued' });
    const on = isPostgres ? [await start(shop, env)] : [];
    await until([off, ...on], has('sent'));
    // Only on PostgreSQL can another process run the job.
    expect(has('sent')(linesOf(off))).toBe(!isPostgres);
    expect(linesOf(off).filter(({ msg }) => msg === 'counted')).toEqual([]);
  });

  test.for(queues)('a transaction that fails adds nothing to %s, which migrations ignore', async (table, context) => {
    need(context);
    const server = await start(shop, env);
    expect(await post(server, 'send-report', { title: 'rolled back', isRolledBack: true })).toBe(409);
    expect(await post(server, 'send-report', { title: 'committed' })).toBe(202);
    await until([server], has('sent'));
    const client = new Client(postgres?.url);
    await client.connect();
    const { rows } = await client.query(
      `SELECT data->>'title' AS title FROM ${table} WHERE data->>'title' IN ('rolled back', 'committed')`,
    );
    await client.end();
    expect(rows).toEqual([{ title: 'committed' }]);
    const before = readdirSync(join(shop.root, 'prisma/migrations'));
    done(await genlock(['db', 'migrate', 'dev', '--name', 'none'], { cwd: shop.root, env }));
    expect(readdirSync(join(shop.root, 'prisma/migrations'))).toEqual(before);
  });

  test('names a job that is not valid, and does not start', async (context) => {
    need(context);
    const path = join(shop.root, 'server/jobs/wrong.ts');
    writeFileSync(
      path,
      "import { defineJob } from '../lib/jobs';\n\nexport default defineJob({ schedule: '99 * * * *', async run() {} });\n",
    );
    await npm(shop.root, ['run', 'build'], env);
    await expect(start(shop, env)).rejects.toThrow(/job_invalid.*The schedule of the job wrong is not valid/u);
  });
});
