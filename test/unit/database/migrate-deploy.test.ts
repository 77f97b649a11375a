import { describe, expect, test } from 'vitest';
import { failureOf, Project } from './project.ts';

const note = 'model Note {\n  id   String @id\n  text String\n}\n';

/** Creates a project with one migration and without a database. */
async function migrated(): Promise<Project> {
  const project = new Project(note);
  await project.dev({ name: 'init' });
  project.remove('dev.db');
  return project;
}

describe('migrateDeploy', () => {
  test('creates the database and applies all migrations once', async () => {
    const project = await migrated();
    expect(await project.deploy()).toMatchObject({ created: true, applied: ['20260101000100_init'] });
    expect(await project.deploy()).toMatchObject({ created: false, applied: [] });
    expect(await project.status()).toMatchObject({ upToDate: true, state: 'in use' });
  });

  test('applies only pending migrations', async () => {
    const project = await migrated();
    await project.deploy();
    await project.sql("INSERT INTO Note VALUES ('1', 'kept')");
    project.write('prisma/migrations/20270101000000_more/migration.sql', 'ALTER TABLE Note ADD COLUMN more TEXT;\n');
    expect(await project.deploy()).toMatchObject({ applied: ['20270101000000_more'] });
    expect(await project.sql('SELECT * FROM Note')).toEqual([{ id: '1', text: 'kept', more: null }]);
  });

  test('never writes a migration, even if the schema has changed', async () => {
    const project = await migrated();
    project.models(`${note}model Other {\n  id String @id\n}\n`);
    expect((await project.deploy()).applied).toHaveLength(1);
    expect(project.migrations).toHaveLength(1);
  });

  test('names the failed migration, keeps the migrations before it, and then refuses to deploy', async () => {
    const project = await migrated();
    project.write(
      'prisma/migrations/20270101000000_bad/migration.sql',
      'CREATE TABLE Half (id TEXT);\nCREATE TABLE Note (id TEXT);\nCREATE TABLE Never (id TEXT);\n',
    );
    const error = await failureOf(project.deploy());
    expect(error.code).toBe('DATA_MIGRATION_FAILED');
    expect(error.message).toMatch(/^P3018: migration 20270101000000_bad failed: table Note already exists/);
    expect(await project.status()).toMatchObject({ upToDate: false, failed: ['20270101000000_bad'] });
    const blocked = await failureOf(project.deploy());
    expect(blocked.code).toBe('DATA_MIGRATION_PENDING_FAILED');
    expect(blocked.message).toContain('20270101000000_bad');
    expect(await project.sql("SELECT name FROM sqlite_master WHERE name IN ('Half', 'Never')")).toEqual([]);
  });

  test('a migration that cannot be replayed stops the next dev before any change', async () => {
    const project = await migrated();
    project.write('prisma/migrations/20270101000000_bad/migration.sql', 'CREATE TABEL x;\n');
    const error = await failureOf(project.dev());
    expect(error.code).toBe('DATA_MIGRATION_FAILED');
    expect(error.message).toContain('20270101000000_bad');
  });

  test('refuses a database with tables and without a history', async () => {
    const project = await migrated();
    await project.sql('CREATE TABLE Theirs (id TEXT)');
    const error = await failureOf(project.deploy());
    expect(error.code).toBe('DATA_NOT_EMPTY');
    expect(error.message).toMatch(/^P3005/);
    expect(await project.sql("SELECT name FROM sqlite_master WHERE type = 'table'")).toEqual([{ name: 'Theirs' }]);
  });

  test('refuses a history for another kind of database', async () => {
    const project = await migrated();
    project.write('prisma/migrations/migration_lock.toml', 'provider = "postgresql"\n');
    expect((await failureOf(project.deploy())).problems[0]).toMatchObject({
      code: 'DATA_PROVIDER_MISMATCH',
      where: { file: 'prisma/migrations/migration_lock.toml' },
    });
  });

  test('refuses a migration folder without a script and names it', async () => {
    const project = await migrated();
    project.write('prisma/migrations/20270101000000_lost/readme.txt', '');
    const error = await failureOf(project.deploy());
    expect(error.code).toBe('DATA_MIGRATION_UNREADABLE');
    expect(error.problems[0].where?.file).toBe('prisma/migrations/20270101000000_lost/migration.sql');
  });

  test('does not change a file that is not a database', async () => {
    const project = await migrated();
    const text = 'not a database\n'.repeat(400);
    project.write('dev.db', text);
    expect((await failureOf(project.deploy())).code).toBe('DATA_NOT_A_DATABASE');
    expect((await failureOf(project.status())).code).toBe('DATA_NOT_A_DATABASE');
    expect(project.read('dev.db')).toBe(text);
  });

  test('reports a path that cannot be a file as unreachable', async () => {
    const project = await migrated();
    project.write('blocked', '');
    project.url = 'file:./blocked/dev.db';
    expect((await failureOf(project.deploy())).code).toBe('DATA_UNREACHABLE');
  });
});

test('runs SQL that a simple split at semicolons would break', async () => {
  const project = await migrated();
  project.write(
    'prisma/migrations/20270101000000_odd/migration.sql',
    [
      "-- a comment; with a semicolon and a quote '",
      '/* another; */',
      'CREATE TABLE "Odd;Name" ("a""b" TEXT NOT NULL DEFAULT \'x;y\'\';z\', "c" TEXT DEFAULT (\'1\' || \';\'));',
      'CREATE TRIGGER "t" AFTER INSERT ON "Odd;Name" BEGIN',
      "  INSERT INTO Note VALUES ('from;trigger', '1');",
      "  UPDATE Note SET text = 'a;b';",
      'END;',
      'INSERT INTO "Odd;Name" DEFAULT VALUES;',
    ].join('\r\n'),
  );
  await project.deploy();
  expect(await project.sql('SELECT * FROM "Odd;Name"')).toEqual([{ 'a"b': "x;y';z", c: '1;' }]);
  expect(await project.sql('SELECT * FROM Note')).toEqual([{ id: 'from;trigger', text: 'a;b' }]);
});
