import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { expect, test } from 'vitest';
import { fileDatabase } from '../../../src/database/database-url.ts';
import { Project } from './project.ts';

const order =
  'model Order {\n  id String @id\n  text String @unique\n  parent Order? @relation("p", fields: [parentId], references: [id])\n  parentId String?\n  children Order[] @relation("p")\n}\n';

test('deletes everything and applies the migrations again', async () => {
  const project = new Project(order);
  await project.dev();
  await project.sql(
    [
      `INSERT INTO "Order" VALUES ('1', 'a', NULL)`,
      `INSERT INTO "Order" VALUES ('2', 'b', '1')`,
      'CREATE TABLE "odd ""name""" (id INTEGER PRIMARY KEY AUTOINCREMENT)',
      'INSERT INTO "odd ""name""" DEFAULT VALUES',
      'CREATE VIEW "by hand" AS SELECT * FROM "Order"',
      'CREATE VIRTUAL TABLE words USING fts5(body)',
      `CREATE TRIGGER t AFTER DELETE ON "Order" BEGIN SELECT RAISE(ABORT, 'no'); END`,
    ].join(';\n'),
  );
  expect(await project.reset()).toMatchObject({ applied: project.migrations });
  expect(await project.sql('SELECT * FROM "Order"')).toEqual([]);
  expect(
    await project.sql(
      "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite%' AND type IN ('table', 'view', 'trigger')",
    ),
  ).toEqual([{ name: '_prisma_migrations' }, { name: 'Order' }]);
  expect((await project.status()).upToDate).toBe(true);
});

test('an existing connection uses the new tables', async () => {
  const project = new Project(order);
  await project.dev();
  const server = createClient({ url: fileDatabase(join(project.root, 'dev.db')).url });
  await server.execute('PRAGMA journal_mode = WAL');
  await server.execute(`INSERT INTO "Order" VALUES ('1', 'a', NULL)`);
  await project.reset();
  expect((await server.execute('SELECT count(*) AS n FROM "Order"')).rows[0]?.['n']).toBe(0);
  await server.execute(`INSERT INTO "Order" VALUES ('2', 'b', NULL)`);
  server.close();
  expect(await project.sql('SELECT id FROM "Order"')).toEqual([{ id: '2' }]);
});

test('a reset repairs a partially applied migration after a fix', async () => {
  const project = new Project(order);
  await project.dev();
  const path = 'prisma/migrations/20270101000000_more/migration.sql';
  project.write(path, 'CREATE TABLE Half (id TEXT);\nCREATE TABLE "Order" (id TEXT);\n');
  await expect(project.deploy()).rejects.toThrow('P3018');
  project.write(path, 'CREATE TABLE Half (id TEXT);\n');
  await project.reset();
  expect((await project.status()).upToDate).toBe(true);
});

test('replaces a file that is not a database and creates an absent one', async () => {
  const project = new Project(order);
  await project.dev();
  project.write('dev.db', 'not a database\n'.repeat(400));
  await project.reset();
  expect((await project.status()).upToDate).toBe(true);
  project.remove('dev.db');
  await project.reset();
  expect((await project.status()).upToDate).toBe(true);
});
