import { beforeEach, expect, test } from 'vitest';
import { needPgBouncer, pooled } from '../../support/pgbouncer.ts';
import { needPostgres } from '../../support/postgres.ts';
import { failureOf, type Project, projectOn } from '../../unit/database/project.ts';
import { changed, nameOf, onServer } from './limited-user.ts';

const note = 'model Note {\n  id String @id\n}\n';

beforeEach((context) => {
  needPostgres(context);
  needPgBouncer(context);
});

const inSchema = (url: string) => changed(url, ({ searchParams }) => searchParams.set('schema', 'shop'));

/** The advisory locks in the project's database. */
function locks(project: Project) {
  return onServer(
    `SELECT l.classid, l.objid FROM pg_locks AS l JOIN pg_database AS d ON d.oid = l.database
     WHERE l.locktype = 'advisory' AND d.datname = '${nameOf(project)}'`,
  );
}

test('refuses a pool in transaction mode before any change, and migrates with DIRECT_DATABASE_URL', async (context) => {
  const project = await projectOn(context, { kind: 'postgresql', models: note });
  const direct = inSchema(project.url);
  const pool = await pooled(project.url, 'transaction');
  project.url = inSchema(pool);
  const commands = [
    () => project.status(),
    () => project.dev(),
    () => project.push(),
    () => project.deploy(),
    () => project.reset(),
  ];
  for (const command of commands) {
    const error = await failureOf(command());
    expect(error.code).toBe('DATA_POOLED');
    expect(JSON.stringify(error.problems)).not.toContain('superuser-password');
  }
  expect(project.migrations).toEqual([]);
  project.write('.env', `DATABASE_URL=${inSchema(pool)}\nDIRECT_DATABASE_URL=${direct}\n`);
  project.env = {};
  expect((await project.dev()).applied).toHaveLength(1);
  expect(await project.push()).toMatchObject({ executedSteps: 0 });
  expect(await project.status()).toMatchObject({ upToDate: true });
  expect(await project.deploy()).toMatchObject({ applied: [] });
  project.url = pool;
  // PostgreSQL releases the lock when it notices the end of the session.
  await expect.poll(() => locks(project), { timeout: 60_000 }).toEqual([]);
  expect(await project.sql('SHOW search_path')).toEqual([{ search_path: '"$user", public' }]);
});

test('migrates through a pool in session mode', async (context) => {
  const project = await projectOn(context, { kind: 'postgresql', models: note });
  const pool = await pooled(project.url, 'session');
  project.url = inSchema(pool);
  expect((await project.dev()).applied).toHaveLength(1);
  expect(await project.reset()).toMatchObject({ applied: project.migrations });
  project.url = pool;
  // PostgreSQL releases the lock when it notices the end of the session.
  await expect.poll(() => locks(project), { timeout: 60_000 }).toEqual([]);
  expect(await project.sql('SHOW search_path')).toEqual([{ search_path: '"$user", public' }]);
});
