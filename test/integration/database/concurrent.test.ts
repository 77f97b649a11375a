import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { expect, test } from 'vitest';
import { fileDatabase } from '../../../src/database/database-url.ts';
import { sqliteDriver } from '../../../src/database/sqlite-driver.ts';
import { failureOf, Project } from '../../unit/database/project.ts';

const note = 'model Note {\n  id String @id\n}\n';

test('two deploys at the same time apply each migration once', async () => {
  const project = new Project(note);
  await project.dev();
  for (let count = 0; count < 5; count += 1) {
    project.write(`prisma/migrations/2027010100000${count}_x/migration.sql`, `CREATE TABLE T${count} (id TEXT);\n`);
  }
  project.remove('dev.db');
  const results = await Promise.all([project.deploy(), project.deploy(), project.deploy()]);
  expect(results.flatMap(({ applied }) => applied).sort()).toEqual(project.migrations);
});

test('two dev runs at the same time create one migration', async () => {
  const project = new Project(note);
  const results = await Promise.all([project.dev(), project.dev()]);
  expect(results.filter(({ created }) => created !== undefined)).toHaveLength(1);
  expect(project.migrations).toHaveLength(1);
});

test('processes wait for each other too', async () => {
  const project = new Project(note);
  await project.dev();
  project.remove('dev.db');
  const script = `
    import { migrateDeploy } from ${JSON.stringify(join(import.meta.dirname, '../../../src/database/migrate-deploy.ts'))};
    const { applied } = await migrateDeploy(${JSON.stringify(project.target)});
    process.stdout.write(String(applied.length));
  `;
  const outputs = await Promise.all(
    [1, 2, 3].map(async () => {
      const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [text, [code]] = await Promise.all([child.stdout.toArray(), once(child, 'close')]);
      return `${String(Buffer.concat(text))} ${code}`;
    }),
  );
  expect(outputs.sort()).toEqual(['0 0', '0 0', '1 0']);
  expect(readdirSync(project.root).sort()).toEqual(['dev.db', 'prisma']);
});

test('the status waits for a database lock that is released soon', async () => {
  const project = new Project(note);
  await project.dev();
  const url = fileDatabase(join(project.root, 'dev.db')).url;
  const script = `
    import { createClient } from '@libsql/client';
    const client = createClient({ url: ${JSON.stringify(url)} });
    await client.execute('BEGIN EXCLUSIVE');
    process.stdout.write('held');
    setTimeout(() => client.close(), 500);
  `;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const done = once(holder, 'close');
  await once(holder.stdout, 'data');
  expect((await project.deploy()).applied).toEqual([]);
  await done;
});

test('a migration that was killed leaves no lock behind', async () => {
  const project = new Project(note);
  project.write('dev.db-migrate', '');
  expect((await project.dev()).applied).toHaveLength(1);
});

test('a reading server does not block a migration, but a long write does', async () => {
  const project = new Project(note);
  await project.dev();
  const server = createClient({ url: fileDatabase(join(project.root, 'dev.db')).url });
  await server.execute('PRAGMA journal_mode = WAL');
  await server.execute('SELECT * FROM Note');
  project.models(`${note}model Other {\n  id String @id\n}\n`);
  expect((await project.dev()).applied).toHaveLength(1);
  await server.execute('BEGIN IMMEDIATE');
  project.models(`${note}model Other {\n  id String @id\n  more String?\n}\n`);
  expect((await failureOf(project.dev())).code).toBe('DATA_BUSY');
  await server.execute('ROLLBACK');
  server.close();
});

test('a locked or damaged file is named as such', async () => {
  const project = new Project(note);
  await project.dev();
  const database = fileDatabase(join(project.root, 'dev.db'));
  const driver = sqliteDriver(database);
  const codes = () =>
    Promise.all(
      [driver.tables(), driver.select('SELECT id FROM Note'), Promise.resolve(driver.engineStatements?.())].map(
        async (read) => (await failureOf(read)).code,
      ),
    );
  const server = createClient({ url: database.url });
  await server.execute('BEGIN EXCLUSIVE');
  expect(new Set(await codes())).toEqual(new Set(['DATA_BUSY']));
  await server.execute('ROLLBACK');
  server.close();
  project.write('dev.db', 'not a database');
  expect(new Set(await codes())).toEqual(new Set(['DATA_NOT_A_DATABASE']));
});
