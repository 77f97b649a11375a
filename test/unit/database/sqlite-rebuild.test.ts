import { describe, expect, test } from 'vitest';
import { failureOf, Project } from './project.ts';

const model = (fields: string) => `model Ticket {\n  id Int @id\n  title String\n${fields}}\n`;

async function withRows(sql: string, fields = '  amount Int\n'): Promise<Project> {
  const project = new Project(model(fields));
  await project.dev();
  await project.sql("INSERT INTO Ticket (id, title, amount) VALUES (1, 'a', 1), (2, 'b', 2)");
  await project.sql(sql);
  return project;
}

const catalogue = 'SELECT type, name, sql FROM sqlite_master ORDER BY name';

describe('a rebuild refuses before any change', () => {
  test.each([
    ['index', 'CREATE INDEX own ON Ticket(amount)', /^the index own on the table Ticket does not fit/],
    [
      'trigger',
      'CREATE TRIGGER own AFTER INSERT ON Ticket BEGIN SELECT new.amount; END',
      /^the trigger own on the table Ticket does not fit .*no such column: new.amount/,
    ],
    ['view', 'CREATE VIEW own AS SELECT amount FROM Ticket', /^the view own does not fit .*no such column: amount/],
  ])('the %s of a user that uses a removed column', async (type, sql, message) => {
    const project = (await withRows(sql)).models(model(''));
    const before = await project.sql(catalogue);
    for (const run of [() => project.dev({ acceptDataLoss: true }), () => project.push({ acceptDataLoss: true })]) {
      const error = await failureOf(run());
      expect(error.code).toBe('DATA_REBUILD');
      expect(error.message).toMatch(message);
      expect(error.problems[0]?.hint).toContain(`DROP ${type.toUpperCase()} "own";`);
      expect(error.problems[0]?.hint).toContain(sql);
      expect(project.migrations).toHaveLength(1);
      expect(await project.sql(catalogue)).toEqual(before);
      expect(await project.sql('SELECT amount FROM Ticket')).toEqual([{ amount: 1 }, { amount: 2 }]);
    }
  });

  test('a CHECK clause that uses a removed column', async () => {
    const made = 'CREATE TABLE made (id INTEGER NOT NULL PRIMARY KEY, title TEXT NOT NULL, amount INTEGER NOT NULL';
    const project = await withRows(
      `${made}, CHECK (amount > 0));\nINSERT INTO made SELECT * FROM Ticket;\nDROP TABLE Ticket;\nALTER TABLE made RENAME TO "Ticket"`,
    );
    project.models(model(''));
    const error = await failureOf(project.dev({ acceptDataLoss: true }));
    expect(error.code).toBe('DATA_REBUILD');
    expect(error.message).toContain('CHECK (amount > 0)');
    expect(project.migrations).toHaveLength(1);
    expect(await project.sql('SELECT amount FROM Ticket')).toEqual([{ amount: 1 }, { amount: 2 }]);
  });
});

test('deploy keeps a trigger that is in no migration', async () => {
  const project = await withRows('SELECT 1');
  project.url = 'file:./other.db';
  await project.deploy();
  await project.sql('CREATE TRIGGER own AFTER INSERT ON Ticket BEGIN SELECT new.amount; END', 'other.db');
  project.url = 'file:./dev.db';
  await project.models(model('  amount Float\n')).dev({ acceptDataLoss: true });
  expect(project.script(project.migrations[1] ?? '')).not.toContain('own');
  project.url = 'file:./other.db';
  expect((await project.deploy()).applied).toHaveLength(1);
  expect(await project.sql("SELECT name FROM sqlite_master WHERE type = 'trigger'", 'other.db')).toEqual([
    { name: 'own' },
  ]);
});

test('a migration without own objects is as the engine wrote it', async () => {
  const project = await withRows('SELECT 1');
  await project.models(model('  amount Float\n')).dev({ acceptDataLoss: true });
  const script = project.script(project.migrations[1] ?? '');
  expect(script).toContain('-- RedefineTables');
  expect(script).not.toMatch(/legacy_alter_table|RestoreObjects/);
});

test('a migration with a statement that cannot run in a transaction is applied', async () => {
  const project = await withRows('SELECT 1');
  project.write('prisma/migrations/20270101000000_vacuum/migration.sql', 'VACUUM;\n');
  expect((await project.deploy()).applied).toEqual(['20270101000000_vacuum']);
  expect(await project.status()).toMatchObject({ upToDate: true });
});

describe('rows that an interrupted rebuild left in new_Ticket', () => {
  test.each([
    [
      'after the old table was dropped',
      'ALTER TABLE Ticket RENAME TO new_Ticket',
      'ALTER TABLE "new_Ticket" RENAME TO',
    ],
    ['before the old table was dropped', 'CREATE TABLE "new_Ticket" (id INT)', 'DROP TABLE "new_Ticket"'],
  ])('%s are named and never dropped', async (_, sql, fix) => {
    const project = await withRows(sql);
    const before = await project.sql(catalogue);
    for (const run of [
      () => project.dev({ acceptDataLoss: true }),
      () => project.push({ acceptDataLoss: true }),
      () => project.deploy(),
    ]) {
      const error = await failureOf(run());
      expect(error.code).toBe('DATA_REBUILD');
      expect(error.message).toMatch(/^an interrupted rebuild of the table Ticket left the table new_Ticket in/);
      expect(error.problems[0]?.hint).toContain(fix);
      expect(await project.sql(catalogue)).toEqual(before);
    }
  });
});
