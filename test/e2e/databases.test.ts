import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest';
import { readConfig } from '../../src/config/read.ts';
import type { EntityModel } from '../../src/data-layer/model.ts';
import { resolveModel } from '../../src/data-layer/resolve.ts';
import { type Exchange, speakToApi } from '../support/api-suite.ts';
import {
  accessibilityFaults,
  launchBrowser,
  layoutFaults,
  noBrowser,
  openPage,
  type OpenPage,
} from '../support/browser.ts';
import { repository, run } from '../support/cli.ts';
import { ownTests, sharedProcesses, withoutValues } from '../support/generated-tests.ts';
import { notVerified } from '../support/not-verified.ts';
import { parallelLoad } from '../support/parallel-load.ts';
import { needPgBouncer, pooled } from '../support/pgbouncer.ts';
import { freshDatabase, type FreshDatabase, needPostgres } from '../support/postgres.ts';
import { postgresBinaries } from '../support/postgres-cluster.ts';
import { done, makeShop, pathWithoutOurs, serve, type Shop, typecheck, withoutEngines } from '../support/shop.ts';

const file = join(repository, 'test/fixtures/twelve/genlock.json');
const model = resolveModel(readConfig(readFileSync(file, 'utf8'), { file }));

/** Responses to the same requests, by database kind. */
const answers = new Map<string, readonly Exchange[]>();

/**
 * The entities whose generated tests of the server run on PostgreSQL: two with all field types, one with relations to
 * itself, and one with a one-to-one relation. On SQLite, the tests of the server of all others and the tests of the
 * client of these entities run.
 */
const onServer = model.entities.filter(({ names }) =>
  ['Customer', 'Product', 'Category', 'Profile'].includes(names.pascal),
);
const onFile = model.entities.filter((entity) => !onServer.includes(entity));

const serverTest = ({ names }: EntityModel): string => `test/server/routes/${names.route}.test.ts`;
const clientTest = ({ names }: EntityModel): string => `test/client/entities/${names.kebab}.test.tsx`;

/**
 * The pages and their tests are the same files on every kind: each width, and the pages' own tests, are tested once.
 * operations.test.ts runs the tests of the client for every format of a field, and a browser opens the pages of all
 * entities. The tests of every value run for every field type: on SQLite in operations.test.ts, on PostgreSQL for two
 * entities. The requests of `speakToApi` test all entities on both kinds.
 */
const kinds = [
  {
    kind: 'file',
    selected: (root: string) => {
      const omitted = [...onServer.map(serverTest), ...onFile.map(clientTest)];
      return ownTests(root).filter((path) => !omitted.includes(path));
    },
    names: withoutValues,
    width: 360,
    pages: model.entities,
    poolModes: [],
  },
  {
    kind: 'relational',
    selected: (root: string) => [
      ...readdirSync(join(root, 'test/server'))
        .filter((name) => name.endsWith('.test.ts'))
        .map((name) => `test/server/${name}`),
      ...onServer.map(serverTest),
    ],
    names: `${withoutValues}|/api/(customers|products)`,
    width: 1280,
    pages: onServer,
    poolModes: ['transaction'],
  },
] as const;

describe.each(kinds)('twelve entities on $kind', ({ kind, selected, names, width, pages, poolModes }) => {
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

  const script = async (name: string) => {
    const own = { PATH: pathWithoutOurs(), CI: '1', ...env };
    return done(await run(['npm', 'run', ...name.split(' ')], { cwd: project.root, env: own }));
  };

  test.for([typecheck, 'lint', 'format:check', 'build'])('passes %s', async (name, context) => {
    if (!hasServer) needPostgres(context);
    expect((await script(name)).code).toBe(0);
  });

  test('passes its own tests', async (context) => {
    if (!hasServer) needPostgres(context);
    const files = selected(project.root);
    const { stdout } = await script(`test -- ${files.join(' ')} ${sharedProcesses} ${names}`);
    expect(stdout).toContain(`Test Files  ${files.length} passed`);
    expect(stdout).not.toMatch(/not verified/iu);
  });

  test(`shows the pages of ${pages.length} entities at ${width} pixels`, async (context) => {
    if (!hasServer) needPostgres(context);
    const browser = (await launchBrowser()) ?? noBrowser(context);
    const served = await serve(project.root, { ...env, LOG_LEVEL: 'warn' });
    try {
      expect(await visit(served.url, { browser, width, pages })).toEqual([]);
    } finally {
      await browser.close();
      await served.stop();
    }
  });

  test('reads back the written records and returns no 5xx', async (context) => {
    if (!hasServer) needPostgres(context);
    // The suite sends more requests than the rate limit accepts in a minute.
    const served = await serve(project.root, { ...env, LOG_LEVEL: 'warn', RATE_LIMIT: '0' });
    try {
      const exchanges = await speakToApi(served.url, model);
      expect(exchanges.map(({ status }) => status)).not.toContain(429);
      expect(exchanges.length).toBeGreaterThan(1_000);
      answers.set(kind, exchanges);
    } finally {
      expect(await served.stop()).toBe(0);
    }
  });

  test.for(poolModes)('serves parallel requests through PgBouncer in %s mode', async (mode, context) => {
    needPostgres(context);
    needPgBouncer(context);
    const served = await serve(project.root, {
      DATABASE_URL: await pooled(env['DATABASE_URL'] ?? '', mode),
      LOG_LEVEL: 'warn',
    });
    try {
      expect(await parallelLoad(served.url, { clients: 40, rounds: 5 })).toEqual([]);
    } finally {
      expect(await served.stop()).toBe(0);
    }
    expect(served.output()).not.toMatch(/error/iu);
  });
});

interface Visits {
  readonly browser: Browser;
  readonly width: number;
  readonly pages: typeof model.entities;
}

/**
 * Opens the list, an empty form, the first record and its form for each entity, and saves that record unchanged.
 *
 * @returns the faults, each with its page
 */
async function visit(url: string, { browser, width, pages }: Visits): Promise<string[]> {
  // In two windows, so that one goes on while the other waits for its page to be quiet.
  const windows = [0, 1].map(async (remainder) => {
    const entities = pages.filter((_, index) => index % 2 === remainder);
    return visitPages(url, { ...(await openPage(browser, width)), width, entities });
  });
  return (await Promise.all(windows)).flat();
}

interface Visit extends OpenPage {
  readonly width: number;
  readonly entities: typeof model.entities;
}

async function visitPages(url: string, { page, complaints, width, entities }: Visit): Promise<string[]> {
  const found: string[] = [];
  const look = async (path: string): Promise<void> => {
    await page.goto(`${url}${path}`);
    await page.waitForLoadState('networkidle');
    // The rules of accessibility are the same at every width of these pages. browser.test.ts checks both widths.
    const unusable = width === 360 ? await accessibilityFaults(page) : [];
    const faults = [...(await layoutFaults(page)), ...unusable, ...complaints.splice(0)];
    found.push(...faults.map((fault) => `${path}: ${fault}`));
  };
  for (const { names } of entities) {
    const list = `/admin/${names.route}`;
    const records = (await (await fetch(`${url}/api/${names.route}?limit=1`)).json()) as { readonly id: string }[];
    await look(list);
    await look(`${list}/new`);
    const record = `${list}/${records[0]?.id}`;
    await look(record);
    await look(`${record}/edit`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL((address) => address.pathname === record);
  }
  return found;
}

describe('twelve entities on document', () => {
  const url = process.env['MONGODB_URL'] ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'genlock-document-'));
  const config = join(folder, 'genlock.json');
  // With a server Prisma downloads its engines; without one they are only named.
  const env = { PATH: pathWithoutOurs(), CI: '1', ...(url === '' ? withoutEngines(folder) : { DATABASE_URL: url }) };
  let project: Shop;

  beforeAll(async () => {
    writeFileSync(config, JSON.stringify(onDocument(JSON.parse(readFileSync(file, 'utf8')))));
    project = await makeShop(['--config', config, '--database', 'document'], env);
  });
  afterAll(() => {
    project?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each([typecheck, 'lint', 'format:check', 'build'])('passes %s', async (script) => {
    expect(done(await run(['npm', 'run', ...script.split(' ')], { cwd: project.root, env })).code).toBe(0);
  });

  test('passes its own tests on a server', async (context) => {
    needMongo(context);
    expect(done(await run(['npm', 'test'], { cwd: project.root, env })).code).toBe(0);
  });

  test('reads back the written records from a server', async (context) => {
    needMongo(context);
    done(await run(['npm', 'run', 'db:deploy'], { cwd: project.root, env }));
    const served = await serve(project.root, { DATABASE_URL: url, LOG_LEVEL: 'warn', RATE_LIMIT: '0' });
    try {
      const text = readFileSync(config, 'utf8');
      const exchanges = await speakToApi(served.url, resolveModel(readConfig(text, { file: config })));
      expect(exchanges.length).toBeGreaterThan(1_000);
    } finally {
      await served.stop();
    }
  });
});

test('returns the same responses with both database kinds', (context) => {
  needPostgres(context);
  const [file, relational] = ['file', 'relational'].map((kind) => answers.get(kind)?.map(comparable));
  expect(file?.length).toBeGreaterThan(1_000);
  expect(relational).toEqual(file);
});

/** Without the differences that `docs/DATA.md` lists. */
function comparable({ request, status, body }: Exchange): Exchange {
  // SQLite sorts an enum by its letters, PostgreSQL in the order of its values.
  if (/^GET \/api\/audit-entries\?(?:.*sort=-?)?type\b/u.test(request)) return { request, status, body: {} };
  const text = JSON.stringify(body)
    // SQLite holds a Decimal to 15 digits.
    .replaceAll(/Expected at most (?:15 digits|35 digits before the point and 30 after it)/gu, 'Expected fewer digits')
    // If a request breaks two unique rules, each server reports the rule that it checked first.
    .replaceAll(/("code":"already_taken").*\}/gu, '$1}');
  return { request, status, body: JSON.parse(text) };
}

function needMongo(context: TestContext): void {
  if (process.env['MONGODB_URL']) return;
  notVerified(context, { reason: 'no MongoDB server', remedy: 'set MONGODB_URL to a replica set' });
}

interface Written {
  readonly entities: readonly {
    readonly fields?: readonly { readonly unique?: boolean }[];
    readonly relations?: readonly { readonly type: string }[];
  }[];
}

/** Makes unique fields required: MongoDB's unique indexes include records without a value. */
function onDocument({ entities, ...rest }: Written): object {
  return {
    ...rest,
    database: 'document',
    entities: entities.map(({ fields = [], relations = [], ...entity }) => ({
      ...entity,
      fields: fields.map((field) => (field.unique === true ? { ...field, required: true } : field)),
      relations: relations.map((relation) =>
        relation.type === 'one-to-one' ? { ...relation, required: true } : relation,
      ),
    })),
  };
}
