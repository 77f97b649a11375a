import { Client } from 'pg';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { freshDatabase, needPostgres } from '../../support/postgres.ts';
import { failureOf, Project, projectOn } from '../../unit/database/project.ts';
import { changed, databasesOf, limited, nameOf, onServer } from './limited-user.ts';

const note = 'model Note {\n  id   String @id\n  text String\n}\n';

beforeEach((context) => needPostgres(context));

describe('a database', () => {
  test('is created by dev and by deploy if absent', async (context) => {
    const project = await projectOn(context, { kind: 'postgresql', models: note });
    const other = await freshDatabase();
    project.url = other.url;
    await other.drop();
    expect(await project.dev({ name: 'init' })).toMatchObject({ fresh: true, applied: ['20260101000100_init'] });
    expect(await project.status()).toMatchObject({ upToDate: true, state: 'in use' });
    await other.drop();
    expect(await project.status()).toMatchObject({ upToDate: false, state: 'absent' });
    expect(await onServer(`SELECT FROM pg_database WHERE datname = '${nameOf(project)}'`)).toEqual([]);
    expect(await project.deploy()).toMatchObject({ created: true, applied: ['20260101000100_init'] });
    expect(await project.deploy()).toMatchObject({ created: false, applied: [] });
    expect((await project.dev()).created).toBeUndefined();
    await other.drop();
  });

  test('is migrated in the schema from the URL, which is created', async (context) => {
    const project = await projectOn(context, { kind: 'postgresql', models: note });
    const plain = project.url;
    project.url = changed(plain, (url) => {
      url.search = 'schema=My_App&pgbouncer=true&connection_limit=1&pool_timeout=0&sslmode=prefer';
    });
    expect(await project.dev()).toMatchObject({ fresh: true, database: expect.stringMatching(/\?schema=My_App$/) });
    expect((await project.dev()).created).toBeUndefined();
    expect(await project.reset()).toMatchObject({ applied: project.migrations });
    project.url = plain;
    expect(
      await project.sql(
        "SELECT schemaname, tablename FROM pg_tables WHERE schemaname IN ('public', 'My_App') ORDER BY 2",
      ),
    ).toEqual([
      { schemaname: 'My_App', tablename: 'Note' },
      { schemaname: 'My_App', tablename: '_prisma_migrations' },
    ]);
  });

  test('is emptied by a reset, which applies every migration again', async (context) => {
    const project = await projectOn(context, { kind: 'postgresql', models: note });
    await project.dev();
    await project.sql('INSERT INTO "Note" VALUES (\'1\', \'a\'); CREATE TABLE "Extra" (id int)');
    expect(await project.reset()).toMatchObject({ applied: project.migrations });
    expect(await project.sql('SELECT * FROM "Note"')).toEqual([]);
    expect(await project.sql("SELECT FROM pg_tables WHERE tablename = 'Extra'")).toEqual([]);
  });

  test('with columns of every type and every delete rule needs no second migration', async (context) => {
    const project = await projectOn(context, { kind: 'postgresql' });
    const rules = ['Cascade', 'Restrict', 'NoAction', 'SetNull', 'SetDefault'];
    project.models(`enum Kind {
  A
  B
}

model Thing {
  id String @id @default(cuid())
  kind Kind @default(A)
  kinds Kind[] @default([A, B])
  text String @db.VarChar(20)
  char String? @db.Char(3)
  list String[]
  int Int @default(-1)
  big BigInt
  float Float
  price Decimal @default(12345678901234567890.123)
  yes Boolean
  at DateTime @default(now())
  day DateTime? @db.Date
  json Json @default("{\\"a\\": [1, \\"x\\"]}")
  bytes Bytes?
  uuid String? @db.Uuid
${rules.map((rule) => `  to${rule} Thing? @relation("${rule}", fields: [id${rule}], references: [id], onDelete: ${rule}, onUpdate: ${rule})\n  id${rule} String?\n  from${rule} Thing[] @relation("${rule}")`).join('\n')}

  @@unique([text, int])
  @@index([at(sort: Desc)])
}
`);
    await project.dev();
    expect((await project.dev()).created).toBeUndefined();
    expect((await project.push()).executedSteps).toBe(0);
  });
});

describe('a server', () => {
  test('reports a refused password as P1000 without the password', async (context) => {
    const project = await projectOn(context, { kind: 'postgresql', models: note });
    project.url = changed(project.url, (url) => (url.password = 'wrong-password'));
    for (const failing of [() => project.dev(), () => project.deploy(), () => project.status(), () => project.push()]) {
      const error = await failureOf(failing());
      expect(error.code).toBe('DATA_ACCESS_DENIED');
      expect(error.message).toMatch(/^P1000: /);
      expect(JSON.stringify(error.problems)).not.toContain('wrong-password');
    }
    expect(project.migrations).toEqual([]);
  });

  test.each(['127.0.0.1:1', 'localhost:1', 'nowhere.invalid:5432'])(
    'reports an unreachable server at %s (P1001)',
    async (host) => {
      const project = new Project(note).use('postgresql', `postgresql://me:secret@${host}/shop`);
      const error = await failureOf(project.deploy());
      expect(error.code).toBe('DATA_UNREACHABLE');
      expect(error.message).toMatch(/^P1001: postgresql:\/\/[^@]+\/shop can't be reached/);
      expect(error.message).not.toContain('secret');
    },
  );

  test('without TLS is accepted with prefer and refused with require (P1011)', async (context) => {
    const project = await projectOn(context, { kind: 'postgresql', models: note });
    const plain = project.url;
    project.url = `${plain}?sslmode=prefer`;
    expect((await project.dev()).applied).toHaveLength(1);
    project.url = `${plain}?sslmode=require`;
    const error = await failureOf(project.status());
    expect(error.code).toBe('DATA_UNREACHABLE');
    expect(error.message).toMatch(/^P1011: /);
  });
});

describe('a user without permission to create databases', () => {
  test('cannot use dev (P3014), but can deploy and push', async (context) => {
    const project = await limited(context, { models: note });
    const error = await failureOf(project.dev());
    expect(error.code).toBe('DATA_CREATE_DENIED');
    expect(error.message).toMatch(/^P3014: /);
    expect(await project.push()).toMatchObject({ executedSteps: 1 });
    expect((await project.push()).executedSteps).toBe(0);
  });

  test('can use dev with CREATEDB, and no shadow database is left', async (context) => {
    const project = await limited(context, { models: note, rights: 'CREATEDB' });
    await project.dev();
    project.models(`${note}model Other {\n  id String @id\n}\n`);
    await project.dev();
    await project.sql('DROP TABLE "Other"');
    expect((await failureOf(project.dev())).code).toBe('DATA_DRIFT');
    expect(await databasesOf(project)).toEqual([nameOf(project)]);
  });

  test('drops old shadow databases without connections', async (context) => {
    const project = await limited(context, { models: note, rights: 'CREATEDB' });
    const now = Math.floor(Date.now() / 1000);
    const suffix = nameOf(project).slice(-8);
    const [old, used, recent] = [7200, 3600, 5].map((ago) => `genlock_shadow_${(now - ago).toString(16)}${suffix}`);
    const kept = [`${used}`, `${recent}`, `my_${old}`, `${old}_copy`, nameOf(project)];
    for (const name of [old, ...kept.slice(0, -1)]) {
      await onServer(`CREATE DATABASE "${name}" OWNER "${nameOf(project)}"`);
      onTestFinished(async () => void (await onServer(`DROP DATABASE IF EXISTS "${name}"`)));
    }
    const client = new Client(changed(project.url, (url) => (url.pathname = `/${used}`)));
    await client.connect();
    await project.dev();
    await client.end();
    expect(await databasesOf(project)).toEqual(kept.toSorted());
  });

  test('cannot create an absent database', async (context) => {
    const project = await limited(context, { models: note });
    project.url = changed(project.url, (url) => (url.pathname = '/absent_database'));
    expect((await failureOf(project.deploy())).code).toBe('DATA_CREATE_DENIED');
  });
});

describe('a script', () => {
  test('with semicolons inside statements runs unchanged', async (context) => {
    const project = await projectOn(context, { kind: 'postgresql', models: note });
    await project.dev();
    project.write(
      'prisma/migrations/20270101000000_odd/migration.sql',
      [
        "-- a comment; with a semicolon and a quote '",
        'CREATE FUNCTION twice(n int) RETURNS int AS $$ BEGIN RETURN n + n; END; $$ LANGUAGE plpgsql;',
        'CREATE TABLE "Odd;Name" (n int DEFAULT twice(21), "t" text DEFAULT \'x;y\'\';z\');',
        'INSERT INTO "Odd;Name" DEFAULT VALUES;',
      ].join('\n'),
    );
    await project.deploy();
    expect(await project.sql('SELECT * FROM "Odd;Name"')).toEqual([{ n: 42, t: "x;y';z" }]);
  });

  test('a failed script is rolled back completely, named, and blocks the next (P3018, P3009, P3006)', async (context) => {
    const project = await projectOn(context, { kind: 'postgresql', models: note });
    await project.dev();
    const bad = '20270101000000_bad';
    project.write(
      `prisma/migrations/${bad}/migration.sql`,
      'CREATE TABLE "Half" (id int);\nCREATE TABLE "Note" (id int);\n',
    );
    const error = await failureOf(project.deploy());
    expect(error.code).toBe('DATA_MIGRATION_FAILED');
    expect(error.message).toBe(`P3018: migration ${bad} failed: relation "Note" already exists`);
    expect(await project.sql("SELECT FROM pg_tables WHERE tablename = 'Half'")).toEqual([]);
    expect(await project.status()).toMatchObject({ upToDate: false, failed: [bad] });
    expect((await failureOf(project.deploy())).code).toBe('DATA_MIGRATION_PENDING_FAILED');
    expect(await failureOf(project.dev())).toMatchObject({
      code: 'DATA_MIGRATION_FAILED',
      message: expect.stringMatching(/^P3006: .*20270101000000_bad/),
    });
  });
});

test('does not change a database with tables and without a history (P3005)', async (context) => {
  const project = await projectOn(context, { kind: 'postgresql', models: note });
  await project.dev();
  await project.sql('DROP TABLE _prisma_migrations');
  const error = await failureOf(project.deploy());
  expect(error.code).toBe('DATA_NOT_EMPTY');
  expect(error.message).toMatch(/^P3005/);
});

test('refuses a history for SQLite (P3019)', async (context) => {
  const project = await projectOn(context, { kind: 'postgresql', models: note });
  await project.dev();
  project.write('prisma/migrations/migration_lock.toml', 'provider = "sqlite"\n');
  for (const failing of [() => project.deploy(), () => project.status()]) {
    expect((await failureOf(failing())).code).toBe('DATA_PROVIDER_MISMATCH');
  }
});

test('two dev runs at the same time create one migration, and three deploys apply it once', async (context) => {
  const project = await projectOn(context, { kind: 'postgresql', models: note });
  const results = await Promise.all([project.dev(), project.dev()]);
  expect(results.filter(({ created }) => created !== undefined)).toHaveLength(1);
  await project.sql('DROP SCHEMA public CASCADE');
  const deploys = await Promise.all([project.deploy(), project.deploy(), project.deploy()]);
  expect(deploys.flatMap(({ applied }) => applied)).toEqual(project.migrations);
});
