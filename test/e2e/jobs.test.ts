/** Background jobs of a generated application, of a plugin and of the project, on SQLite and on PostgreSQL. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeAll, describe, expect, test, type TestContext } from 'vitest';
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
}

const linesOf = (...servers: readonly Served[]): readonly Line[] =>
  servers.flatMap((server) =>
    server
      .output()
      .split('\n')
      .filter((text) => text.startsWith('{'))
      .map((text): Line => JSON.parse(text)),
  );

/** Waits until the log of the servers meets a condition. */
async function until(servers: readonly Served[], holds: (lines: readonly Line[]) => boolean): Promise<void> {
  await expect.poll(() => holds(linesOf(...servers)), { timeout: 240_000, interval: 100 }).toBe(true);
}

const post = async ({ url }: Served, path: string, body: object): Promise<number> => {
  const headers = { 'content-type': 'application/json' };
  const { status } = await fetch(`${url}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return status;
};

const has = (msg: string, count = 1) => (lines: readonly Line[]) => lines.filter((one) => one.msg === msg).length >= count;

const running: Served[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
});

async function start(shop: Shop, env: Readonly<Record<string, string>>): Promise<Served> {
  const server = await serve(shop.root, env);
  running.push(server);
  return server;
}

async function makeProject(database: string, env: Readonly<Record<string, string>>): Promise<Shop> {
  const folder = mkdtempSync(join(tmpdir(), 'genlock-jobs-'));
  const config = join(folder, 'genlock.json');
  writeFileSync(config, JSON.stringify({ database, jobs: true }));
  const plugins = join(repository, 'test/fixtures/plugins/reports');
  const shop = await makeShop(['--config', config], env);
  done(await genlock(['add', plugins, '--yes', '--no-install'], { cwd: shop.root, env }));
  rmSync(folder, { recursive: true });
  for (const [path, text] of Object.entries(own)) {
    mkdirSync(join(shop.root, path, '..'), { recursive: true });
    writeFileSync(join(shop.root, path), text);
  }
  return shop;
}
