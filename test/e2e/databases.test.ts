import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/read.ts';
import { resolveModel } from '../../src/data-layer/resolve.ts';
import { type Exchange, speakToApi } from '../support/api-suite.ts';
import { repository, run } from '../support/cli.ts';
import { freshDatabase, type FreshDatabase, needPostgres } from '../support/postgres.ts';
import { postgresBinaries } from '../support/postgres-cluster.ts';
import { done, makeShop, pathWithoutOurs, serve, type Shop } from '../support/shop.ts';

const file = join(repository, 'test/fixtures/twelve/genlock.json');
const model = resolveModel(readConfig(readFileSync(file, 'utf8'), { file }));

/** What each kind answered to the same requests. */
const answers = new Map<string, readonly Exchange[]>();

describe.each(['file', 'relational'])('twelve entities on %s', (kind) => {
  const hasServer = kind === 'file' || postgresBinaries() !== undefined;
  let project: Shop;
  let database: FreshDatabase | undefined;
  let env: Readonly<Record<string, string>>;

  beforeAll(async () => {
    if (!hasServer) return;
    database = kind === 'relational' ? await freshDatabase() : undefined;
    env = database === undefined ? {} : { DATABASE_URL: database.url };
    project = await makeShop(['--config', file, '--database', kind], env);
  });
  afterAll(async () => {
    project?.remove();
    await database?.drop();
  });

  test.for(['typecheck', 'lint', 'format:check', 'test', 'build'])('passes %s', async (script, context) => {
    if (!hasServer) needPostgres(context);
    const finished = await run(['npm', 'run', script], {
      cwd: project.root,
      env: { PATH: pathWithoutOurs(), CI: '1', ...env },
    });
    expect(done(finished).stdout).not.toMatch(/not verified/iu);
  });

  test('reads back what was written, and answers nothing with a 5xx', async (context) => {
    if (!hasServer) needPostgres(context);
    const served = await serve(project.root, { ...env, LOG_LEVEL: 'warn' });
    try {
      const exchanges = await speakToApi(served.url, model);
      expect(exchanges.length).toBeGreaterThan(1_000);
      answers.set(kind, exchanges);
    } finally {
      expect(await served.stop()).toBe(0);
    }
  });
});

test('both kinds give the same answers', (context) => {
  needPostgres(context);
  expect(answers.get('relational')).toEqual(answers.get('file'));
});
