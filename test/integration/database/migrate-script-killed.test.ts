import { expect, test } from 'vitest';
import { pooled, needPgBouncer } from '../../support/pgbouncer.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { scripted } from './migrate-script.ts';

test('repeats a migration on SQLite after SIGKILL', async (context) => {
  const { project, migrate, add, table } = await scripted(context, 'sqlite');
  await migrate();
  const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n;\n';
  // The journal exists while the second statement runs.
  const name = add(`${table('Tag')}${endless}`);
  const killed = await migrate({ killAt: `${project.root}/dev.db-journal` });
  expect(killed.signal).toBe('SIGKILL');
  project.write(`prisma/migrations/${name}/migration.sql`, table('Tag'));
  expect(await migrate()).toMatchObject({ code: 0, stdout: `Applied ${name}\nThe database is up to date.\n` });
  expect(await project.status()).toMatchObject({ upToDate: true });
});

test('repeats a migration on PostgreSQL after SIGKILL', async (context) => {
  const { project, migrate, add, table } = await scripted(context, 'postgresql');
  await migrate();
  const name = add(`${table('Tag')}SELECT pg_sleep(600);\n`);
  const killed = migrate({ killAt: `${project.root}/kill` });
  await untilSleeping(project.url);
  project.write('kill', '');
  expect((await killed).signal).toBe('SIGKILL');
  project.write(`prisma/migrations/${name}/migration.sql`, table('Tag'));
  // The server ends the statement of the killed process, which holds the lock.
  const next = await migrate();
  expect(next).toMatchObject({ code: 0, stderr: '' });
  expect(next.stdout).toContain(`Applied ${name}\n`);
  expect(await project.status()).toMatchObject({ upToDate: true });
});

/** Resolves when a session of the database sleeps. */
async function untilSleeping(url: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  const query = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'";
  while ((await client.query(query)).rowCount === 0) await wait(50);
  await client.end();
}

test('builds indexes concurrently, and replaces an invalid index', async (context) => {
  const { project, migrate, add, table } = await scripted(context, 'postgresql');
  await migrate();
  await project.sql(`INSERT INTO "Note" VALUES ('a');
    ALTER TABLE "Note" ADD COLUMN "kind" TEXT DEFAULT 'x';
    INSERT INTO "Note" VALUES ('b')`);
  const name = add(
    '-- An index; unique\nCREATE UNIQUE INDEX CONCURRENTLY "Note kind" ON "Note" ("kind");\nDROP INDEX CONCURRENTLY IF EXISTS other;\n',
  );
  const failed = await migrate();
  expect(failed).toMatchObject({ code: 1 });
  expect(failed.stderr).toContain(`P3018: The migration ${name} failed: could not create unique index`);
  await project.sql(`UPDATE "Note" SET "kind" = "id"`);
  expect(await migrate()).toMatchObject({ code: 0, stdout: `Applied ${name}\nThe database is up to date.\n` });
  expect(await project.sql('SELECT count(*)::int FROM pg_index WHERE NOT indisvalid')).toEqual([{ count: 0 }]);
  add(`VACUUM;\n`);
  add(`-- AlterEnum\nBEGIN;\n${table('Swap')}COMMIT;\n`);
  expect(await migrate()).toMatchObject({ code: 0 });
  expect(await project.deploy()).toMatchObject({ applied: [] });
});

test('does not record a migration that another session prevented', async (context) => {
  const { project, migrate, add } = await scripted(context, 'postgresql');
  await migrate();
  const name = add(`SET LOCAL lock_timeout = '100ms';\nALTER TABLE "Note" ADD COLUMN "more" TEXT;\n`);
  const client = new Client(project.url);
  await client.connect();
  await client.query('BEGIN; SELECT * FROM "Note"');
  expect((await migrate()).stderr).toContain(`P3018: The migration ${name} failed: canceling statement`);
  await client.query('COMMIT');
  await client.end();
  expect(await migrate()).toMatchObject({ code: 0 });
});

test('refuses a pool in transaction mode, and uses DIRECT_DATABASE_URL and the schema', async (context) => {
  const { project, migrate } = await scripted(context, 'postgresql');
  needPgBouncer(context);
  const pool = await pooled(project.url, 'transaction');
  const env = { DATABASE_URL: pool };
  expect((await migrate({ env })).stderr).toContain('Set DIRECT_DATABASE_URL');
  const direct = `${project.url}?schema=shop&connection_limit=3`;
  expect(await migrate({ env: { ...env, DIRECT_DATABASE_URL: direct } })).toMatchObject({ code: 0 });
  expect(await project.sql('SELECT count(*)::int FROM shop."Note"')).toEqual([{ count: 0 }]);
  const session = `${await pooled(project.url, 'session')}?schema=shop`;
  expect(await migrate({ env: { DATABASE_URL: session } })).toMatchObject({ code: 0 });
});

const rebuild = `PRAGMA foreign_keys=OFF;
CREATE TABLE "new_Note" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "more" TEXT
);
INSERT INTO "new_Note" ("id") SELECT "id" FROM "Note";
DROP TABLE "Note";
ALTER TABLE "new_Note" RENAME TO "Note";
PRAGMA foreign_keys=ON;
`;

test('rebuilds a table on SQLite with its child rows and views', async (context) => {
  const { project, migrate, add } = await scripted(context, 'sqlite');
  add('CREATE TABLE "Child" ("note" TEXT REFERENCES "Note" ("id") ON DELETE CASCADE);\n');
  await migrate();
  await project.sql(`INSERT INTO "Note" VALUES ('a');\nINSERT INTO "Child" VALUES ('a');\n
    CREATE VIEW "Notes" AS SELECT "id" FROM "Note"`);
  add(rebuild);
  expect(await migrate()).toMatchObject({ code: 0, stderr: '' });
  expect(await project.sql('SELECT "note" FROM "Child", "Notes"')).toEqual([{ note: 'a' }]);
});

test('refuses a rebuild on SQLite that would drop a trigger of the user', async (context) => {
  const { project, migrate, add } = await scripted(context, 'sqlite');
  await migrate();
  await project.sql('CREATE TRIGGER audit AFTER INSERT ON "Note" BEGIN SELECT 1; END');
  add(rebuild);
  expect((await migrate()).stderr).toContain('would drop the trigger audit');
  expect(await project.sql("SELECT name FROM sqlite_master WHERE type = 'trigger'")).toEqual([{ name: 'audit' }]);
});

test('refuses a script on SQLite that leaves rows without their parent', async (context) => {
  const { project, migrate, add } = await scripted(context, 'sqlite');
  add('CREATE TABLE "Child" ("note" TEXT REFERENCES "Note" ("id"));\n');
  await migrate();
  await project.sql(`INSERT INTO "Note" VALUES ('a');\nINSERT INTO "Child" VALUES ('a')`);
  add('PRAGMA foreign_keys=OFF;\nDELETE FROM "Note";\n');
  expect((await migrate()).stderr).toContain('FOREIGN KEY constraint failed');
  expect(await project.sql('SELECT count(*) AS count FROM "Note"')).toEqual([{ count: 1 }]);
});
