/** Online migrations and the user's own migrations, with rows on PostgreSQL. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { failureOf, type Project } from '../../unit/database/project.ts';
import { after, before, change, changedProject, version } from './tickets.ts';

const versions = [15, 18];
/** Only adds an index. */
const indexed = before.replace('@@index([code])', '@@index([code])\n  @@index([title])');

async function connected({ url }: Project): Promise<Client> {
  const client = new Client(url);
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Returns the shape of the tables, whose constraints and indexes are all valid. */
async function shapeOf(project: Project) {
  const columns = `SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' ORDER BY 1, 2`;
  const constraints = `SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE contype IN ('f', 'c') AND connamespace = 'public'::regnamespace ORDER BY 1`;
  const indexes = `SELECT pg_get_indexdef(indexrelid), indisvalid FROM pg_index
    JOIN pg_class ON oid = indrelid WHERE relnamespace = 'public'::regnamespace ORDER BY 1`;
  return {
    columns: await project.sql(columns),
    constraints: await project.sql(constraints),
    indexes: await project.sql(indexes),
    rows: await project.sql('SELECT * FROM "Ticket" ORDER BY id'),
  };
}

describe.each(versions)('on PostgreSQL %d, the online form', (major) => {
  test('gives the same database as the ordinary form', async (context) => {
    const ordinary = await changedProject(context, major);
    const { locks } = await ordinary.dev(change);
    expect(locks.filter(({ online }) => online).map(({ table, kind, name }) => [table, kind, name])).toEqual([
      ['Ticket', 'not null', 'title'],
      ['Owner', 'index', 'Owner_email_key'],
      ['Ticket', 'index', 'Ticket_code_title_idx'],
      ['Ticket', 'foreign key', 'Ticket_seenId_fkey'],
    ]);
    const project = await changedProject(context, major);
    const done = await project.dev({ ...change, online: true });
    expect(done.locks).toEqual([{ table: 'Ticket', kind: 'column type', name: 'place', online: false }]);
    expect(locks.filter(({ online }) => !online)).toEqual(done.locks);
    expect([done.created, ...done.followUps]).toEqual(done.applied);
    expect(done.applied.map((name) => name.slice(15))).toEqual([
      'change',
      'change_validate',
      'change_not_null',
      'change_owner_email_key',
      'change_ticket_code_title_idx',
    ]);
    expect(await shapeOf(project)).toEqual(await shapeOf(ordinary));
    expect(await project.dev()).toMatchObject({ applied: [], followUps: [], locks: [] });
    expect(await project.status()).toMatchObject({ upToDate: true });
    expect((await project.push()).executedSteps).toBe(0);
    expect(await project.reset()).toMatchObject({ applied: project.migrations });
    expect((await project.dev()).created).toBeUndefined();
  });

  test('reads no rows under a lock that blocks writes', async (context) => {
    const weak = new Set(['AccessShareLock', 'RowShareLock', 'RowExclusiveLock', 'ShareUpdateExclusiveLock']);
    // The change of a column's type has no online form.
    const project = await changedProject(context, major, after.replace('BigInt', 'Int'));
    await project.dev({ ...change, online: true, createOnly: true });
    expect(project.migrations.at(-1)).toContain('drop_index');
    const seen: string[] = [];
    for (const name of project.migrations.slice(1)) {
      const script = project.script(name);
      // The statistics of a transaction contain those of earlier transactions of the session.
      const client = await connected(project);
      if (script.includes('CONCURRENTLY')) {
        // Prisma's own engine sends a script as one query. PostgreSQL accepts one such statement, but not several.
        await client.query(script);
        continue;
      }
      await client.query('BEGIN');
      await client.query(script);
      const { rows: held } = await client.query<{ reads: string; modes: string[] }>(
        `SELECT sum(seq_tup_read) AS reads, array_agg(DISTINCT mode) AS modes
         FROM pg_stat_xact_user_tables AS s JOIN pg_locks AS l ON l.relation = s.relid AND l.pid = pg_backend_pid()
         WHERE s.relname IN ('Owner', 'Ticket')`,
      );
      await client.query('COMMIT');
      const { reads, modes } = held[0] ?? { reads: '0', modes: [] };
      const isStrong = modes.some((mode) => !weak.has(mode));
      seen.push(`${Number(reads) > 0 ? 'reads' : 'no reads'}, ${isStrong ? 'strong' : 'weak'}`);
    }
    expect(seen).toEqual(['no reads, strong', 'reads, weak', 'no reads, strong', 'no reads, strong']);
    expect(await project.sql('SELECT FROM pg_index WHERE NOT indisvalid')).toEqual([]);
  });

  test('permits writes during an index build, unlike the ordinary form', async (context) => {
    const results: string[] = [];
    for (const online of [true, false]) {
      const project = await changedProject(context, major, indexed);
      await project.dev({ ...change, online, createOnly: true });
      const holder = await connected(project);
      await holder.query(`BEGIN; UPDATE "Ticket" SET code = 0 WHERE id = 't1'`);
      const deployed = project.deploy();
      await waitsFor(project, 'CREATE INDEX');
      const write = project.sql(`SET lock_timeout = '500ms'; UPDATE "Ticket" SET code = 0 WHERE id = 't2'`);
      results.push(
        await write.then(
          () => 'written',
          (error: unknown) => String(error),
        ),
      );
      await holder.query('COMMIT');
      results.push(`${(await deployed).applied.length} applied`);
    }
    const refusal = 'error: canceling statement due to lock timeout';
    expect(results).toEqual(['written', '1 applied', refusal, '1 applied']);
  });

  test('can be repeated after duplicates, which leave an invalid index', async (context) => {
    const project = await changedProject(context, major, before.replace('title   String?', 'title   String? @unique'));
    await project.dev({ ...change, online: true, createOnly: true });
    for (const _ of [1, 2]) {
      const failure = await failureOf(project.deploy());
      expect(failure).toMatchObject({ code: 'DATA_MIGRATION_FAILED' });
      expect(failure.message).toMatch(/^P3018: migration \d+_change failed: .*"Ticket_title_key"/);
      expect(failure.problems[0].hint).toMatch(/must be unique.*run the command again/);
      expect(await project.sql('SELECT FROM pg_index WHERE NOT indisvalid')).toHaveLength(1);
    }
    expect(await project.status()).toMatchObject({ failed: [], pending: project.migrations.slice(1) });
    await project.sql('UPDATE "Ticket" SET title = id');
    expect((await project.deploy()).applied).toEqual(project.migrations.slice(1));
    expect(await project.sql('SELECT FROM pg_index WHERE NOT indisvalid')).toEqual([]);
    expect(await project.sql('SELECT FROM _prisma_migrations WHERE finished_at IS NOT NULL')).toHaveLength(2);
    expect((await project.dev()).created).toBeUndefined();
  });

  test('can be repeated after rows that violate a constraint', async (context) => {
    const project = await changedProject(context, major);
    await project.sql(`UPDATE "Ticket" SET title = NULL WHERE id = 't1'`);
    await project.dev({ ...change, online: true, createOnly: true });
    for (const _ of [1, 2]) {
      const failure = await failureOf(project.deploy());
      expect(failure.message).toMatch(/^P3018: migration \d+_change_validate failed: .*title_is_not_null/);
      expect(failure.problems[0].hint).toMatch(/^Rows violate the constraint/);
    }
    await project.sql(`UPDATE "Ticket" SET title = 'a' WHERE title IS NULL`);
    expect((await project.deploy()).applied).toHaveLength(4);
    expect(await project.status()).toMatchObject({ upToDate: true });
  });

  test('can be repeated after the server ended a wait for a lock', async (context) => {
    const project = await changedProject(context, major);
    await project.dev({ ...change, online: true, createOnly: true });
    await project.sql(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET lock_timeout = 200', current_database()); END $$`,
    );
    const holder = await connected(project);
    await holder.query(`BEGIN; UPDATE "Ticket" SET code = 0 WHERE id = 't1'`);
    const failure = await failureOf(project.deploy());
    expect(failure.message).toMatch(/^P3018: migration \d+_change failed: canceling statement due to lock timeout/);
    expect(failure.problems[0].hint).toContain('run the command again');
    await holder.query('COMMIT');
    expect((await project.deploy()).applied).toHaveLength(5);
  });

  test('can be repeated after a kill during the build of an index', async (context) => {
    const project = await changedProject(context, major, indexed);
    await project.dev({ ...change, online: true, createOnly: true });
    const holder = await connected(project);
    await holder.query(`BEGIN; UPDATE "Ticket" SET code = 0 WHERE id = 't1'`);
    const child = join(import.meta.dirname, '../../support/migrate-child.ts');
    const env = { ...process.env, DATABASE_URL: project.url };
    const running = spawn(process.execPath, [child, 'deploy', project.root], { env, stdio: 'ignore' });
    const exited = new Promise((resolve) => running.on('exit', resolve));
    await waitsFor(project, 'CREATE INDEX');
    running.kill('SIGKILL');
    await exited;
    expect(await project.sql('SELECT FROM pg_index WHERE NOT indisvalid')).toHaveLength(1);
    const deployed = project.deploy();
    await waitsFor(project, 'DROP INDEX CONCURRENTLY');
    await holder.query('COMMIT');
    expect((await deployed).applied).toHaveLength(1);
    expect(await project.sql('SELECT FROM pg_index WHERE NOT indisvalid')).toEqual([]);
    expect(await project.sql('SELECT FROM _prisma_migrations WHERE finished_at IS NOT NULL')).toHaveLength(2);
    expect(await project.status()).toMatchObject({ upToDate: true });
  });

  test('does not disturb another session that builds the index', async (context) => {
    const project = await changedProject(context, major, indexed);
    await project.dev({ ...change, online: true, createOnly: true });
    const holder = await connected(project);
    await holder.query(`BEGIN; UPDATE "Ticket" SET code = 0 WHERE id = 't1'`);
    const built = project.sql('CREATE INDEX CONCURRENTLY "Ticket_title_idx" ON "Ticket" (title)');
    await waitsFor(project, 'CREATE INDEX');
    expect(await failureOf(project.deploy())).toMatchObject({
      code: 'DATA_BUSY',
      message: 'another session builds the index Ticket_title_idx, or vacuums its table "Ticket"',
    });
    await holder.query('COMMIT');
    await built;
    const ids = `SELECT '"Ticket_title_idx"'::regclass::oid`;
    const index = await project.sql(ids);
    expect((await project.deploy()).applied).toHaveLength(1);
    expect(await project.sql(ids)).toEqual(index);
  });
});

/** Waits until a statement of another session waits for a lock. */
async function waitsFor(project: Project, words: string): Promise<void> {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
    AND pid <> pg_backend_pid() AND query LIKE '%${words}%'`;
  await expect.poll(() => project.sql(waiting), { timeout: 30_000 }).toHaveLength(1);
}

test('a migration that renames begins with the renames', async (context) => {
  const project = await changedProject(context, version, before.replace('title   String?', 'name    String  @unique'));
  await project.sql('UPDATE "Ticket" SET title = id');
  const renames = [{ kind: 'column', model: 'Ticket', from: 'title', to: 'name' }] as const;
  const { created = '' } = await project.dev({ ...change, online: true, renames: [...renames] });
  expect(project.script(created)).toContain('RENAME COLUMN "title" TO "name"');
  expect(await project.sql('SELECT name FROM "Ticket" WHERE id = \'t1\'')).toEqual([{ name: 't1' }]);
  expect((await project.dev({ renames: [...renames] })).created).toBeUndefined();
});

test('a command waits for the lock of the schema engine without a transaction', async (context) => {
  const project = await changedProject(context, version);
  await project.dev({ ...change, createOnly: true });
  const holder = await connected(project);
  await holder.query('SELECT pg_advisory_lock(72707369)');
  const deployed = project.deploy();
  // A waiting transaction would delay CREATE INDEX CONCURRENTLY of the holder.
  const polls = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND query LIKE '%pg_try_advisory_lock(72707369)%'`;
  await expect.poll(() => project.sql(polls)).toHaveLength(1);
  expect(await project.sql(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)).toEqual([]);
  await holder.query('SELECT pg_advisory_unlock(72707369)');
  expect((await deployed).applied).toHaveLength(1);
});

describe('a migration of the user', () => {
  test('with several CONCURRENTLY statements runs without a transaction', async (context) => {
    const project = await changedProject(context, version, before);
    const name = '20270101000000_own';
    const script = `DROP INDEX CONCURRENTLY IF EXISTS own;
CREATE INDEX CONCURRENTLY own ON "Ticket" (title) WHERE code > 0;
REINDEX INDEX CONCURRENTLY own;
`;
    project.write(`prisma/migrations/${name}/migration.sql`, script);
    expect(await project.dev()).toMatchObject({ applied: [name], locks: [] });
    expect(await project.dev()).toMatchObject({ applied: [] });
    expect(await project.reset()).toMatchObject({ applied: project.migrations });
    expect(await project.sql(`SELECT FROM pg_indexes WHERE indexname = 'own'`)).toHaveLength(1);
  });

  test('with CONCURRENTLY and other statements is refused and recorded as failed', async (context) => {
    const project = await changedProject(context, version, before);
    const script = 'CREATE INDEX CONCURRENTLY own ON "Ticket" (title); ALTER TABLE "Ticket" ADD COLUMN n int;\n';
    project.write('prisma/migrations/20270101000000_own/migration.sql', script);
    expect((await failureOf(project.deploy())).message).toMatch(/^P3018: .*transaction block/);
    expect(await failureOf(project.deploy())).toMatchObject({ code: 'DATA_MIGRATION_PENDING_FAILED' });
  });
});
