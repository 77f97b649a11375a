import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withHistoryOf } from '../../../src/database/history-folder.ts';
import { failureOf, Project } from './project.ts';

const note = 'model Note {\n  id String @id\n}\n';
const lock = (provider: string) => `provider = "${provider}"\n`;
const folders = ({ root }: Project) => readdirSync(join(root, 'prisma')).sort();

/** A project on SQLite whose only history is for PostgreSQL. */
function changed(): Project {
  const project = new Project(note);
  project.write('prisma/migrations/20250101000000_init/migration.sql', 'CREATE TABLE "Old" ("id" JSONB);\n');
  return project.write('prisma/migrations/migration_lock.toml', lock('postgresql'));
}

describe('migrate dev after a change of the database kind', () => {
  test('keeps the old history as a whole and starts a new one', async () => {
    const project = changed();
    const done = await project.dev({ name: 'init' });
    expect(done).toMatchObject({ moved: { kept: 'prisma/migrations-postgresql' }, created: '20260101000100_init' });
    expect(project.read('prisma/migrations-postgresql/20250101000000_init/migration.sql')).toContain('"Old"');
    expect(project.read('prisma/migrations-postgresql/migration_lock.toml')).toBe(lock('postgresql'));
    expect(project.read('prisma/migrations/migration_lock.toml')).toContain('"sqlite"');
    expect(await project.status()).toMatchObject({ upToDate: true, migrations: ['20260101000100_init'] });
    expect((await project.dev()).moved).toBeUndefined();
  });

  test('restores the former history and continues it', async () => {
    const project = new Project(note);
    await project.dev({ name: 'init' });
    const [init] = project.migrations;
    await withHistoryOf({ root: project.root, provider: 'postgresql' }, async () => {
      project.write('prisma/migrations/migration_lock.toml', lock('postgresql'));
      project.write('prisma/migrations/20250101000000_init/migration.sql', '-- PostgreSQL\n');
      return {};
    });
    expect(folders(project)).toEqual(['migrations', 'migrations-sqlite', 'schema']);
    project.models('model Note {\n  id String @id\n  more String?\n}\n');
    const done = await project.dev({ name: 'more' });
    expect(done.moved).toEqual({ kept: 'prisma/migrations-postgresql', restored: 'prisma/migrations-sqlite' });
    expect(folders(project)).toEqual(['migrations', 'migrations-postgresql', 'schema']);
    expect(project.migrations).toEqual([init, done.created]);
    expect(done.applied).toEqual([done.created]);
  });

  test('never overwrites an existing folder, even an empty one', async () => {
    const project = changed();
    project.write('prisma/migrations-postgresql/notes.txt', 'mine');
    project.write('prisma/migrations-postgresql-2/x', '');
    project.remove('prisma/migrations-postgresql-2/x');
    expect((await project.dev()).moved).toEqual({ kept: 'prisma/migrations-postgresql-3' });
    expect(project.read('prisma/migrations-postgresql/notes.txt')).toBe('mine');
  });

  test('refuses several former histories and moves none', async () => {
    const project = changed();
    project.write('prisma/migrations-sqlite/migration_lock.toml', lock('sqlite'));
    project.write('prisma/migrations-old/migration_lock.toml', lock('sqlite'));
    const { problems } = await failureOf(project.dev());
    expect(problems[0]).toMatchObject({
      code: 'DATA_PROVIDER_MISMATCH',
      message: 'prisma/migrations-old and prisma/migrations-sqlite both have migrations for SQLite',
    });
    expect(folders(project)).toEqual(['migrations', 'migrations-old', 'migrations-sqlite', 'schema']);
  });

  test('moves the folders back if no migration is written', async () => {
    const project = changed();
    await project.sql('CREATE TABLE "Note" ("id" INTEGER)');
    project.write('prisma/migrations-sqlite/20240101000000_x/migration.sql', 'CREATE TABLE "X" ("id" TEXT);\n');
    project.write('prisma/migrations-sqlite/migration_lock.toml', lock('sqlite'));
    expect((await failureOf(project.dev())).code).toBe('DATA_DRIFT');
    expect(project.read('prisma/migrations/migration_lock.toml')).toBe(lock('postgresql'));
    expect(folders(project)).toEqual(['migrations', 'migrations-sqlite', 'schema']);
  });

  test.each([
    ['after the first rename', ['migrations-postgresql', 'migrations-sqlite']],
    ['before a new history', ['migrations-postgresql']],
  ])('continues if the process was killed %s', async (_moment, kept) => {
    const project = new Project(note);
    for (const name of kept)
      project.write(`prisma/${name}/migration_lock.toml`, lock(name.slice('migrations-'.length)));
    for (const stopping of [() => project.deploy(), () => project.status(), () => project.reset()]) {
      expect((await failureOf(stopping())).problems[0]).toMatchObject({
        code: 'DATA_PROVIDER_MISMATCH',
        message: expect.stringMatching(/^prisma\/migrations is missing/u),
      });
    }
    expect((await project.dev()).created).toBeDefined();
    expect(folders(project)).toEqual(['migrations', 'migrations-postgresql', 'schema']);
  });
});

test('reset, deploy and status move nothing, and reset keeps the rows', async () => {
  const project = new Project(note);
  await project.dev();
  await project.sql("INSERT INTO Note VALUES ('1')");
  project.write('prisma/migrations/migration_lock.toml', lock('postgresql'));
  for (const stopping of [() => project.deploy(), () => project.status(), () => project.reset()]) {
    expect((await failureOf(stopping())).code).toBe('DATA_PROVIDER_MISMATCH');
  }
  expect(folders(project)).toEqual(['migrations', 'schema']);
  expect(await project.sql('SELECT * FROM Note')).toHaveLength(1);
});
