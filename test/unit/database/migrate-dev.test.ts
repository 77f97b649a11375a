import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { failureOf, Project } from './project.ts';

const note = 'model Note {\n  id   String @id\n  text String\n}\n';

describe('a first migration', () => {
  test('creates the folder and database, writes and applies the migration, and reports a new database', async () => {
    const project = new Project(note);
    project.url = 'file:./data/deep/dev.db?connection_limit=1';
    const result = await project.dev({ name: 'Init' });
    expect(result).toMatchObject({ fresh: true, created: '20260101000100_init', applied: ['20260101000100_init'] });
    expect(result.database).toBe(`${project.root}/data/deep/dev.db`);
    expect(await project.sql("INSERT INTO Note VALUES ('1', 'a')", 'data/deep/dev.db')).toEqual([]);
  });

  test('writes the same history as Prisma: lock file, checksums and times', async () => {
    const project = new Project(note);
    const { created = '' } = await project.dev({ name: 'init' });
    expect(project.read('prisma/migrations/migration_lock.toml')).toContain('provider = "sqlite"');
    const [row] = await project.sql('SELECT * FROM _prisma_migrations');
    expect(row).toMatchObject({
      migration_name: created,
      checksum: createHash('sha256').update(project.script(created)).digest('hex'),
      applied_steps_count: 1,
      rolled_back_at: null,
    });
    expect(row?.['finished_at']).not.toBeNull();
  });

  test('creates only the database file in its folder', async () => {
    const project = new Project(note);
    project.url = 'file:./data/dev.db';
    await project.dev();
    expect(readdirSync(`${project.root}/data`)).toEqual(['dev.db']);
  });

  test('accepts a schema without models and migrates nothing', async () => {
    const project = new Project();
    expect(await project.dev()).toMatchObject({ fresh: true, applied: [] });
    expect(project.migrations).toEqual([]);
  });
});

describe('a later migration', () => {
  test('keeps the rows when a required column with a default, an optional column, an index and a relation are added', async () => {
    const project = new Project(note);
    await project.dev();
    await project.sql("INSERT INTO Note VALUES ('1', 'kept')");
    project.models(
      'model Note {\n  id String @id\n  text String\n  stars Int @default(3)\n  by String?\n  topic Topic? @relation(fields: [topicId], references: [id])\n  topicId String?\n\n  @@index([by])\n}\nmodel Topic {\n  id String @id\n  notes Note[]\n}\n',
    );
    const result = await project.dev({ name: 'more' });
    expect(result).toMatchObject({ fresh: false, warnings: [], applied: ['20260101000200_more'] });
    expect(await project.sql('SELECT * FROM Note')).toEqual([
      { id: '1', text: 'kept', stars: 3, by: null, topicId: null },
    ]);
  });

  test('writes nothing without a change', async () => {
    const project = new Project(note);
    await project.dev();
    const again = await project.dev({ name: 'nothing' });
    expect(again).toMatchObject({ applied: [], fresh: false });
    expect(again.created).toBeUndefined();
    expect(project.migrations).toHaveLength(1);
  });

  test('has the default name update and is sorted last even if the clock was set back', async () => {
    const project = new Project(note);
    await project.dev();
    project.models(note.replace('text String', 'text String\n  more String?'));
    await project.dev({ now: new Date('2020-05-05T00:00:00Z') });
    expect(project.migrations).toEqual(['20260101000100_init', '20260101000101_update']);
  });

  test('is not applied with createOnly, and applied by the next run', async () => {
    const project = new Project(note);
    const first = await project.dev({ name: 'init', createOnly: true });
    expect(first).toMatchObject({ created: '20260101000100_init', applied: [] });
    expect((await project.status()).pending).toEqual(['20260101000100_init']);
    const second = await project.dev();
    expect(second).toMatchObject({ applied: ['20260101000100_init'], fresh: true });
    expect(second.created).toBeUndefined();
  });

  test('with createOnly and without a change, creates an empty migration for manual changes', async () => {
    const project = new Project(note);
    await project.dev();
    await project.dev({ name: 'by hand', createOnly: true });
    expect(project.migrations.at(-1)).toBe('20260101000200_by_hand');
    const script = project.script('20260101000200_by_hand');
    expect(script).toMatch(/^--.*\n$/);
    project.write('prisma/migrations/20260101000200_by_hand/migration.sql', `${script}CREATE TABLE Extra (n INTEGER);`);
    await project.deploy();
    expect(await project.sql('SELECT * FROM Extra')).toEqual([]);
  });
});

test('refuses a URL that does not match the schema, without showing the password', async () => {
  const project = new Project(note);
  project.url = 'postgresql://user:secret@db.example.com/shop?schema=public';
  const error = await failureOf(project.dev());
  expect(error.code).toBe('DATA_URL_INVALID');
  expect(error.message).not.toContain('secret');
  project.use('postgresql', 'file:./dev.db');
  expect((await failureOf(project.dev())).code).toBe('DATA_URL_INVALID');
});

test.each([
  ['mysql', 'DATA_KIND_UNSUPPORTED'],
  ['mongodb', 'DATA_ENGINE_NEEDED'],
])('refuses %s with its error code', async (provider, code) => {
  const project = new Project(note).use(provider, 'file:./dev.db');
  expect((await failureOf(project.dev())).code).toBe(code);
  expect((await failureOf(project.deploy())).code).toBe(code);
});

test('refuses an invalid schema before opening a database', async () => {
  const project = new Project('model Note {\n  id Strin @id\n}\n');
  const error = await failureOf(project.dev());
  expect(error.problems[0]).toMatchObject({
    code: 'DATA_SCHEMA_INVALID',
    where: { file: 'prisma/schema/models.prisma', line: 2 },
  });
  expect(project.has('dev.db')).toBe(false);
});
