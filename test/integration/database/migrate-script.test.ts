import { expect, test } from 'vitest';
import { kinds, projectOn } from '../../unit/database/project.ts';
import { filesOf, historyRows, scripted } from './migrate-script.ts';

test.for(kinds)('applies migrations on %s as the deploy command does', async (kind, context) => {
  const { project, migrate, add, table } = await scripted(context, kind);
  add(table('Tag'));
  const finished = await migrate();
  expect(finished).toMatchObject({ code: 0, stderr: '' });
  expect(finished.stdout.match(/^Applied .*$/gm)).toEqual(project.migrations.map((name) => `Applied ${name}`));
  expect(await migrate()).toMatchObject({ code: 0, stdout: 'No pending migrations.\n' });
  expect(await project.status()).toMatchObject({ upToDate: true });
  expect(await project.deploy()).toMatchObject({ applied: [] });
  expect(filesOf(project)).toEqual(kind === 'sqlite' ? ['dev.db'] : []);
  const rows = await project.sql(historyRows);

  const other = await projectOn(context, { kind });
  for (const name of project.migrations) other.write(`prisma/migrations/${name}/migration.sql`, project.script(name));
  await other.deploy();
  expect(await other.sql(historyRows)).toEqual(rows);
});

test.for(kinds)('continues a history of the deploy command on %s', async (kind, context) => {
  const { project, migrate, add, table } = await scripted(context, kind);
  await project.deploy();
  expect(await migrate()).toMatchObject({ code: 0, stdout: 'No pending migrations.\n' });
  const name = add(table('Tag'));
  expect(await migrate()).toMatchObject({ code: 0, stdout: `Applied ${name}\nThe database is up to date.\n` });
  add(table('Label'));
  expect((await project.deploy()).applied).toHaveLength(1);
});

test.for(kinds)('concurrent processes apply each migration once on %s', async (kind, context) => {
  const { project, migrate, add, table } = await scripted(context, kind);
  for (const name of ['A', 'B', 'C']) add(table(name));
  const runs = await Promise.all([migrate(), migrate(), migrate(), project.deploy().then(({ applied }) => applied)]);
  const names = runs.flatMap((result) =>
    'stdout' in result ? [...result.stdout.matchAll(/^Applied (.*)$/gm)].map((match) => match[1] ?? '') : result,
  );
  expect(names.toSorted((one, other) => one.localeCompare(other))).toEqual(project.migrations);
  expect(runs.flatMap((result) => ('code' in result ? [result.code] : []))).toEqual([0, 0, 0]);
});

test.for(kinds)('records a failed migration on %s, and refuses to continue', async (kind, context) => {
  const { project, migrate, add, table } = await scripted(context, kind);
  const name = add(`${table('Tag')}SELECT nothing;\n`);
  const failed = await migrate();
  expect(failed).toMatchObject({ code: 1, stdout: expect.stringContaining('Applied 20270101000001_x') as string });
  expect(failed.stderr).toMatch(new RegExp(`^P3018: The migration ${name} failed: .*nothing.*\\n$`));
  expect((await project.sql(historyRows))[1]).toMatchObject({ migration_name: name, applied_steps_count: 0 });
  const refused = await migrate();
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^P3009: .*nothing.*\n.*--rolled-back .*\n.*--applied .*\n$/);
  expect(await project.status()).toMatchObject({ failed: [name] });

  const marked = { code: 0, stdout: `Marked ${name} as rolled back.\n`, stderr: '' };
  expect(await migrate({}, '--rolled-back', name)).toMatchObject(marked);
  expect(await migrate({}, '--rolled-back', name)).toMatchObject(marked);
  project.write(`prisma/migrations/${name}/migration.sql`, table('Tag'));
  expect(await migrate()).toMatchObject({ code: 0 });
  expect(await project.status()).toMatchObject({ upToDate: true });
});

test.for(kinds)('marks a failed migration as applied on %s, as Prisma does', async (kind, context) => {
  const { project, migrate, add } = await scripted(context, kind);
  const name = add('SELECT nothing;\n');
  await migrate();
  const marked = { code: 0, stdout: `Marked ${name} as applied.\n`, stderr: '' };
  expect(await migrate({}, '--applied', name)).toMatchObject(marked);
  const rows = await project.sql(
    'SELECT rolled_back_at, finished_at, started_at, logs, checksum FROM _prisma_migrations ORDER BY started_at',
  );
  const [, failed, applied] = rows;
  expect(rows).toHaveLength(3);
  expect(failed).toMatchObject({ rolled_back_at: expect.anything() as unknown, finished_at: null });
  expect(applied).toMatchObject({ rolled_back_at: null, logs: '', checksum: failed?.['checksum'] });
  expect(applied?.['finished_at']).toEqual(applied?.['started_at']);
  expect(await migrate()).toMatchObject({ code: 0, stdout: 'No pending migrations.\n' });
  expect(await project.status()).toMatchObject({ upToDate: true });
});

test.for(kinds)('refuses to mark other migrations on %s', async (kind, context) => {
  const { project, migrate, add, table } = await scripted(context, kind);
  const name = add(table('Tag'));
  expect((await migrate({}, '--rolled-back', name)).stderr).toMatch(/^P3011: /);
  await migrate();
  const rows = await project.sql(historyRows);
  for (const [flag, given, message] of [
    ['--rolled-back', name, `P3012: The migration ${name} did not fail.`],
    ['--rolled-back', 'unknown', 'P3011: The migration unknown was never applied.'],
    ['--applied', name, `P3008: The migration ${name} is already applied.`],
    ['--applied', 'unknown', 'P3017: prisma/migrations/unknown does not exist.'],
  ] as const) {
    const { code, stderr } = await migrate({}, flag, given);
    expect([code, stderr]).toEqual([1, `${message}\n`]);
  }
  expect(await project.sql(historyRows)).toEqual(rows);
});

test('refuses unknown and incomplete options', async (context) => {
  const { migrate } = await scripted(context, 'sqlite');
  for (const [args, named] of [
    [['--resolve', 'x'], '--resolve'],
    [['--applied'], '--applied'],
    [['x'], "'x'"],
    [['--applied', 'x', '--rolled-back', 'x'], 'not both'],
  ] as const) {
    const { code, stdout, stderr } = await migrate({}, ...args);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(named);
    expect(stderr).toMatch(/npm run migrate -- --rolled-back <name>.*\n$/);
  }
});

test.for(kinds)('refuses a changed migration on %s, but not changed line ends', async (kind, context) => {
  const { project, migrate, add, table } = await scripted(context, kind);
  await migrate();
  const [name = ''] = project.migrations;
  const script = project.script(name);
  project.write(`prisma/migrations/${name}/migration.sql`, script.replaceAll('\n', '\r\n'));
  expect(await migrate()).toMatchObject({ code: 0 });
  project.write(`prisma/migrations/${name}/migration.sql`, `${script}-- changed\n`);
  add(table('Tag'));
  const refused = await migrate();
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain(`The migration ${name} changed after it was applied.`);
});

test.for(kinds)('refuses a database with tables and without a history on %s', async (kind, context) => {
  const { project, migrate } = await scripted(context, kind);
  await project.sql('CREATE TABLE existing (id INTEGER)');
  const refused = await migrate();
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^P3005: .*--applied <name>\n$/);
  const [name = ''] = project.migrations;
  expect(await migrate({}, '--applied', name)).toMatchObject({ code: 0 });
  expect(await migrate()).toMatchObject({ code: 0, stdout: 'No pending migrations.\n' });
});

test.for(kinds)('refuses migrations of another provider and folders without a script on %s', async (kind, context) => {
  const { project, migrate } = await scripted(context, kind);
  project.write('prisma/migrations/20270101000009_empty/note.txt', '');
  expect((await migrate()).stderr).toContain('P3015: prisma/migrations/20270101000009_empty/migration.sql');
  project.write('prisma/migrations/migration_lock.toml', 'provider = "mysql"\n');
  expect((await migrate()).stderr).toContain('P3019: The migrations are for mysql.');
});

test('names a database file that cannot be opened', async (context) => {
  const { project, migrate } = await scripted(context, 'sqlite');
  project.write('taken', '');
  for (const path of ['./prisma', './taken/app.db']) {
    const { code, stderr } = await migrate({ env: { DATABASE_URL: `file:${path}` } });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^P1003: .*correct DATABASE_URL\.\n$/u);
    expect(stderr).toContain(`The database file ${path} cannot be opened: `);
  }
});

test('names a missing and an invalid URL without the value', async (context) => {
  const { project, migrate } = await scripted(context, 'sqlite');
  expect((await migrate({ env: { DATABASE_URL: '' } })).stderr).toMatch(/^DATABASE_URL is missing/);
  expect((await migrate({ env: { DATABASE_URL: 'postgresql://me:word@host/app' } })).stderr).not.toContain('word');
  project.write('.env', 'DATABASE_URL=file:./data/other.db\n');
  expect(await migrate({ env: { DATABASE_URL: '' } })).toMatchObject({ code: 0 });
  expect(project.has('data/other.db')).toBe(true);
});
