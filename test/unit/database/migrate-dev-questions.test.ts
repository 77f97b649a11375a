import { describe, expect, test } from 'vitest';
import type { DevQuestion } from '../../../src/database/migrate-dev.ts';
import { failureOf, Project } from './project.ts';

const note = 'model Note {\n  id   String @id\n  text String\n}\n';

const drifts: readonly [string, (project: Project) => unknown][] = [
  ['a column dropped by hand', (project) => project.sql('ALTER TABLE Note DROP COLUMN more')],
  ['a migration edited after it was applied', (project) => edit(project)],
  ['a migration removed from the folder', (project) => project.remove(`prisma/migrations/${project.migrations[1]}`)],
];

async function withRow(): Promise<Project> {
  const project = new Project(note);
  await project.dev();
  await project.sql("INSERT INTO Note VALUES ('1', 'a')");
  return project;
}

function edit(project: Project): void {
  const [name = ''] = project.migrations;
  project.write(`prisma/migrations/${name}/migration.sql`, `${project.script(name)}\n-- edited\n`);
}

async function drifted(drift: (project: Project) => unknown): Promise<Project> {
  const project = new Project(note);
  await project.dev();
  project.models(note.replace('text String', 'text String\n  more String?'));
  await project.dev();
  await project.sql("INSERT INTO Note VALUES ('1', 'a', NULL)");
  await drift(project);
  return project;
}

describe('data loss', () => {
  test('is refused, and nothing is written', async () => {
    const project = (await withRow()).models('model Note {\n  id String @id\n}\n');
    expect((await failureOf(project.dev())).code).toBe('DATA_LOSS');
    expect(project.migrations).toHaveLength(1);
    expect(await project.sql('SELECT text FROM Note')).toEqual([{ text: 'a' }]);
  });

  test('is accepted with the option, and still reported', async () => {
    const project = (await withRow()).models('model Note {\n  id String @id\n}\n');
    const result = await project.dev({ acceptDataLoss: true });
    expect(result.warnings).toHaveLength(1);
    expect(await project.sql('SELECT * FROM Note')).toEqual([{ id: '1' }]);
  });

  test.each([
    [true, 1],
    [false, 0],
  ])('is confirmed with a prompt if a user can answer (%s)', async (answer, applied) => {
    const project = (await withRow()).models('model Note {\n  id String @id\n}\n');
    const asked: DevQuestion[] = [];
    const run = project.dev({ onQuestion: async (question) => (asked.push(question), answer) });
    const count = await run.then(
      (result) => result.applied.length,
      (error: unknown) => (String(error).includes('drop') ? 0 : -1),
    );
    expect(count).toBe(applied);
    expect(asked.map(({ kind }) => kind)).toEqual(['data-loss']);
  });

  const more = 'model Extra {\n  id   String @id\n  text String?\n}\n';
  test.each([
    ['a table', note, 'The `Extra` table is dropped.'],
    ['a column', note + more.replace('  text String?\n', ''), 'The column `text` of the `Extra` table is dropped.'],
  ])('%s without rows also needs consent, because it can belong to a removed plugin', async (_, models, loss) => {
    const project = new Project(note + more);
    await project.dev();
    await project.sql("INSERT INTO Note VALUES ('1', 'a')");
    project.models(models);
    expect((await failureOf(project.dev())).message).toBe(loss);
    const asked: DevQuestion[] = [];
    const no = project.dev({ onQuestion: async (question) => (asked.push(question), false) });
    expect((await failureOf(no)).code).toBe('DATA_LOSS');
    expect(asked).toEqual([{ kind: 'data-loss', warnings: [loss] }]);
    expect(await project.sql('SELECT text FROM Extra')).toEqual([]);
    expect((await project.dev({ onQuestion: async () => true })).warnings).toEqual([loss]);
    const left = await project.sql("SELECT 1 FROM sqlite_master WHERE name = 'Extra' AND sql LIKE '%\"text\"%'");
    expect(left).toEqual([]);
    expect(await project.sql('SELECT text FROM Note')).toEqual([{ text: 'a' }]);
  });

  test('does not drop a renamed column', async () => {
    const project = await withRow();
    project.models('model Note {\n  id    String @id\n  title String\n}\n');
    const asked: string[] = [];
    await project.dev({ onQuestion: async ({ kind }) => (asked.push(kind), true) });
    expect(asked).toEqual(['rename']);
    expect(await project.sql('SELECT title FROM Note')).toEqual([{ title: 'a' }]);
  });

  test('reports a step that cannot run as an error, even if data loss is accepted', async () => {
    const project = (await withRow()).models(note.replace('text String', 'text String\n  must Int'));
    expect((await failureOf(project.dev({ acceptDataLoss: true }))).code).toBe('DATA_UNEXECUTABLE');
    expect(project.migrations).toHaveLength(1);
  });
});

describe('a database that does not match the history', () => {
  test.each(drifts)('%s: refuses without an answer and keeps the data', async (_, drift) => {
    const project = await drifted(drift);
    expect((await failureOf(project.dev())).code).toBe('DATA_DRIFT');
    expect((await failureOf(project.dev({ acceptDataLoss: true }))).code).toBe('DATA_DRIFT');
    expect(await project.sql('SELECT id FROM Note')).toEqual([{ id: '1' }]);
  });

  test.each(drifts)('%s: resets the database after consent', async (_, drift) => {
    const project = await drifted(drift);
    const result = await project.dev({ onQuestion: async ({ kind }) => kind === 'reset' });
    expect(result).toMatchObject({ fresh: true });
    expect(await project.sql('SELECT * FROM Note')).toEqual([]);
    expect((await project.status()).upToDate).toBe(true);
  });
});
