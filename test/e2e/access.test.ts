import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest';
import { type AccessRule, accessRules } from '../../src/config/config.ts';
import { repository, run } from '../support/cli.ts';
import { ownTests, sharedProcesses, withoutValues } from '../support/generated-tests.ts';
import { oldestNode } from '../support/nodes.ts';
import { freshDatabase, type FreshDatabase, needPostgres } from '../support/postgres.ts';
import { postgresBinaries } from '../support/postgres-cluster.ts';
import { done, makeShop, pathWithoutOurs, serve, typecheck, type Served, type Shop } from '../support/shop.ts';

/** Callers: not signed in, owner of the record, another user, administrator. */
const callers = ['nobody', 'owner', 'stranger', 'admin'] as const;
type Statuses = readonly [nobody: number, owner: number, stranger: number, admin: number];

/**
 * Expected statuses of a single record, as documented in `docs/CONFIGURATION.md`. Lists and new records contain no
 * foreign data.
 */
const one: Readonly<Record<AccessRule, Statuses>> = {
  public: [200, 200, 200, 200],
  authenticated: [401, 200, 200, 200],
  owner: [401, 200, 404, 200],
  admin: [401, 403, 403, 200],
};
const several: typeof one = { ...one, owner: [401, 200, 200, 200] };

interface Rules {
  readonly read: AccessRule;
  readonly write: AccessRule;
}
const pairs: readonly Rules[] = accessRules.flatMap((read) => accessRules.map((write) => ({ read, write })));
const isOwned = ({ read, write }: Rules) => read === 'owner' || write === 'owner';
/** Effective write rule. A record that only its owner reads must have an owner, so writing requires a sign-in. */
const writing = ({ read, write }: Rules) => (read === 'owner' && write === 'public' ? 'authenticated' : write);
const pathOf = ({ read, write }: Rules) => `/api/${read}-${write}`;

const entities = pairs.map((access) => ({
  name: [access.read, access.write].map((rule) => rule.charAt(0).toUpperCase() + rule.slice(1)).join(''),
  route: pathOf(access).slice('/api/'.length),
  access,
  fields: [{ name: 'title', type: 'String', required: true }],
  relations: isOwned(access) ? [{ name: 'author', type: 'many-to-one', target: 'User', required: true }] : [],
}));

const title = { name: 'title', type: 'String', required: true };
/** Entities with roles, with a rule for each operation, and with owners across relations. */
const further = [
  {
    name: 'Topic',
    access: { read: 'public', create: 'authenticated', update: ['AGENT'], delete: 'admin' },
    fields: [title],
    relations: [
      { name: 'author', type: 'many-to-one', target: 'User', required: true },
      { name: 'secret', type: 'many-to-one', target: 'AdminAdmin' },
      { name: 'notes', type: 'many-to-many', target: 'OwnerOwner' },
    ],
  },
  {
    name: 'Answer',
    access: { read: ['owner', 'AGENT'], write: 'owner', delete: ['AGENT'] },
    owner: 'topic.author',
    fields: [title],
    relations: [{ name: 'topic', type: 'many-to-one', target: 'Topic', required: true }],
  },
  {
    name: 'Mark',
    access: 'owner',
    owner: 'answer.topic.author',
    fields: [title],
    relations: [{ name: 'answer', type: 'many-to-one', target: 'Answer' }],
  },
];

/** Generated test file of an entity. */
const testOf = (rules: Rules) => `test/server/routes/${pathOf(rules).slice('/api/'.length)}.test.ts`;
/** Entities whose generated tests run: each rule reads, and each rule writes. The fields of all are the same. */
const tested = pairs.filter(({ read, write }) => read === write || read === 'owner' || write === 'owner');
/** Entities whose generated tests run completely: one with an owner, one without. */
const complete = pairs.filter(({ read, write }) => read === write && (read === 'owner' || read === 'public'));

const users = { owner: 'u-owner', stranger: 'u-stranger', admin: 'u-admin' };

describe.each(['file', 'relational'])('entities, each with another access, on %s', (kind) => {
  const hasServer = kind === 'file' || postgresBinaries() !== undefined;
  const folder = mkdtempSync(join(tmpdir(), 'genlock-access-'));
  // PostgreSQL's driver meets the oldest Node a project promises here, the embedded database's in shop.test.ts.
  const oldest = kind === 'relational' ? oldestNode() : undefined;
  const path = oldest?.path ?? pathWithoutOurs();
  let project: Shop;
  let database: FreshDatabase | undefined;
  let env: Readonly<Record<string, string>> = {};
  let served: Served;

  beforeAll(async () => {
    if (!hasServer) return;
    database = kind === 'relational' ? await freshDatabase() : undefined;
    const config = join(folder, 'genlock.json');
    writeFileSync(config, JSON.stringify({ database: kind, roles: ['AGENT'], entities: [...entities, ...further] }));
    const plugin = join(repository, 'test/fixtures/plugins/header-auth');
    if (database !== undefined) env = { DATABASE_URL: database.url };
    project = await makeShop(['--config', config, '--plugins', plugin], env);
    done(await script('build'));
    await execute(
      `INSERT INTO "User" (id, role) VALUES ('u-owner', 'USER'), ('u-stranger', 'USER'), ('u-admin', 'ADMIN')`,
    );
    served = await serve(project.root, { ...env, PATH: path, LOG_LEVEL: 'warn' });
  });
  afterAll(async () => {
    await served?.stop();
    project?.remove();
    rmSync(folder, { recursive: true });
    await database?.drop();
  });

  const script = (name: string) =>
    run(['npm', 'run', ...name.split(' ')], { cwd: project.root, env: { PATH: path, CI: '1', ...env } });
  const need = (context: TestContext) => {
    if (!hasServer) needPostgres(context);
  };

  async function execute(statement: string): Promise<void> {
    if (database === undefined) {
      const client = createClient({ url: `file:${join(project.root, 'data/dev.db')}` });
      await client.execute(statement);
      client.close();
      return;
    }
    const client = new Client(database.url);
    await client.connect();
    await client.query(statement);
    await client.end();
  }

  async function call(who: (typeof callers)[number], request: string, body?: object) {
    const [method = '', path = ''] = request.split(' ');
    const answer = await fetch(served.url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(who === 'nobody' ? {} : { 'x-user': users[who] }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  }

  /** A record of the owner's, made by an administrator. */
  async function made(rules: Rules): Promise<string> {
    const body = { title: 'made', ...(isOwned(rules) ? { authorId: users.owner } : {}) };
    const created = await call('admin', `POST ${pathOf(rules)}`, body);
    expect(created.status).toBe(201);
    return (created.body as { readonly id: string }).id;
  }

  // The code is the same on both kinds, so on the second one the tests of owners are enough.
  const scripts =
    kind === 'file'
      ? [typecheck, 'lint', 'format:check']
      : ['test -- test/server/routes/owner-owner test/server/access test/server/admin'];

  test.for(scripts)('passes %s', async (name, context) => {
    need(context);
    const { stdout } = done(await script(name));
    expect(stdout).not.toMatch(/\bskipped\b/u);
  });

  const generated = kind === 'file' ? (['every value', 'no values'] as const) : [];

  test.for(generated)('passes the generated tests of the server, with %s', async (values) => {
    const isComplete = values === 'every value';
    const routes = tested.filter((rules) => complete.includes(rules) === isComplete).map(testOf);
    const others = ownTests(project.root).filter((path) => /^test\/server\/[^/]+$/u.test(path));
    const files = isComplete ? [...routes, ...others] : routes;
    const { stdout } = done(
      await script(`test -- ${files.join(' ')} ${sharedProcesses} ${isComplete ? '' : withoutValues}`.trimEnd()),
    );
    expect(stdout).toContain(`Test Files  ${files.length} passed (${files.length})`);
    expect(/\bskipped\b/u.test(stdout)).toBe(!isComplete);
  });

  test.for(pairs)('read by $read, written by $write: who gets what', async (rules, context) => {
    need(context);
    const path = pathOf(rules);
    const answers: Record<string, number[]> = { list: [], read: [], create: [], change: [], delete: [] };
    for (const who of callers) {
      const id = await made(rules);
      answers['list']?.push((await call(who, `GET ${path}`)).status);
      answers['read']?.push((await call(who, `GET ${path}/${id}`)).status);
      answers['create']?.push((await call(who, `POST ${path}`, { title: 'new' })).status);
      answers['change']?.push((await call(who, `PATCH ${path}/${id}`, { title: 'changed' })).status);
      answers['delete']?.push((await call(who, `DELETE ${path}/${id}`)).status);
    }
    expect(answers).toEqual({
      list: several[rules.read],
      read: one[rules.read],
      create: several[writing(rules)].map((status) => (status === 200 ? 201 : status)),
      change: one[writing(rules)],
      delete: one[writing(rules)].map((status) => (status === 200 ? 204 : status)),
    });
  });

  test.for(pairs.filter(({ read }) => read === 'owner'))(
    'read by owner, written by $write: a list holds what is the caller’s, and all for an administrator',
    async (rules, context) => {
      need(context);
      const id = await made(rules);
      const idsFor = async (who: (typeof callers)[number], query = '') => {
        const { body } = await call(who, `GET ${pathOf(rules)}?limit=200${query}`);
        return (body as { readonly id: string; readonly authorId: string }[]).filter((row) => row.id === id).length;
      };
      expect(await Promise.all(callers.slice(1).map((who) => idsFor(who)))).toEqual([1, 0, 1]);
      expect(await idsFor('stranger', `&authorId=${users.owner}`)).toBe(0);
      const { body } = await call('owner', `GET ${pathOf(rules)}?limit=200`);
      const authors = new Set((body as { readonly authorId: string }[]).map(({ authorId }) => authorId));
      expect([...authors]).toEqual([users.owner]);
    },
  );

  test.for(pairs.filter((rules) => isOwned(rules) && rules.write !== 'admin'))(
    'read by $read, written by $write: only an administrator sets another owner',
    async (rules, context) => {
      need(context);
      const create = `POST ${pathOf(rules)}`;
      const refused = { status: 422, body: { errors: [{ code: 'field_forbidden', pointer: '/authorId' }] } };
      expect(await call('stranger', create, { title: 'x', authorId: users.owner })).toMatchObject(refused);
      const own = await call('stranger', create, { title: 'x', authorId: users.stranger });
      expect(own).toMatchObject({ status: 201, body: { authorId: users.stranger } });
      const { id } = own.body as { readonly id: string };
      const change = `PATCH ${pathOf(rules)}/${id}`;
      expect(await call('stranger', change, { authorId: users.owner })).toMatchObject(refused);
      expect(await call('stranger', change, { authorId: users.stranger })).toMatchObject({ status: 200 });
      expect(await call('admin', change, { authorId: users.owner })).toMatchObject({
        status: 200,
        body: { authorId: users.owner },
      });
      // Users may change all records here, but no user may become their owner.
      if (writing(rules) !== 'authenticated') return;
      expect(await call('stranger', change, { authorId: users.stranger })).toMatchObject(refused);
      expect(await call('stranger', change, { authorId: users.owner })).toMatchObject({ status: 200 });
    },
  );
});
