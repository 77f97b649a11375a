import { describe, expect, test } from 'vitest';
import { parseDatabaseUrl } from '../../../src/database/database-url.ts';
import { type Environment, readDatabaseUrl, readMigrationSetting } from '../../../src/database/project-env.ts';
import { GenlockError } from '../../../src/errors/error.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { failureOf, Project } from './project.ts';

test.each([
  ['file:./dev.db', '/app/dev.db'],
  ['file:dev.db', '/app/dev.db'],
  ['FILE:data/dev.db?connection_limit=1&socket_timeout=3', '/app/data/dev.db'],
  ['file:../common/dev.db', '/common/dev.db'],
  ['file:/var/lib/shop.db', '/var/lib/shop.db'],
  ['file:///var/lib/shop.db', '/var/lib/shop.db'],
  ['file://localhost/var/lib/shop.db', '/var/lib/shop.db'],
  ['file:./with space.db', '/app/with space.db'],
  ['file:./with%20space%23.db', '/app/with space#.db'],
])('%s is %s', (url, path) => {
  expect(parseDatabaseUrl(url, '/app')).toMatchObject({ provider: 'sqlite', path });
});

test.each([
  ['', 'DATA_URL_INVALID'],
  ['./dev.db', 'DATA_URL_INVALID'],
  ['file:', 'DATA_URL_INVALID'],
  ['file:?mode=memory', 'DATA_URL_INVALID'],
  ['file::memory:', 'DATA_URL_INVALID'],
  ['file:./folder/', 'DATA_URL_INVALID'],
  ['file:./100%.db', 'DATA_URL_INVALID'],
  ['file://otherhost/dev.db', 'DATA_URL_INVALID'],
  ['libsql://db.turso.io', 'DATA_URL_INVALID'],
  ['postgresql://user:secret@host', 'DATA_URL_INVALID'],
  ['postgresql://user:sec%ret@host/db', 'DATA_URL_INVALID'],
  ['postgresql://user:secret#1@host/db', 'DATA_URL_INVALID'],
  ['postgresql://user:secret@host/db?sslmode=sometimes', 'DATA_URL_INVALID'],
  ['mongodb+srv://host/db', 'DATA_KIND_UNSUPPORTED'],
])('refuses %s (%s)', (url, code) => {
  expect(() => parseDatabaseUrl(url, '/app')).toThrow(
    expect.toSatisfy(
      (error) => error instanceof GenlockError && error.code === code && !error.message.includes('secret'),
    ),
  );
});

test.each(['with space.db', 'hash#.db', 'question?.db', '100%.db', 'ümlaut.db'])(
  'opens a file with the name %s under this name',
  async (name) => {
    const project = new Project('model Note {\n  id String @id\n}\n');
    project.url = `file:./${encodeURIComponent(name)}`;
    await project.dev();
    expect(project.has(name)).toBe(true);
  },
);

test('the environment has priority over .env, and an empty value counts as absent', async () => {
  const project = new Project();
  expect((await failureOf(readDatabaseUrl(project.root, {}))).code).toBe('DATA_URL_MISSING');
  project.write('.env', 'OTHER=1\nDATABASE_URL="file:./from-env-file.db" # comment\n');
  expect(await readDatabaseUrl(project.root, {})).toBe('file:./from-env-file.db');
  expect(await readDatabaseUrl(project.root, { DATABASE_URL: '' })).toBe('file:./from-env-file.db');
  expect(await readDatabaseUrl(project.root, { DATABASE_URL: 'file:./x.db' })).toBe('file:./x.db');
});

test('refuses to migrate a folder without a schema', async () => {
  const root = temporaryFolder();
  const { migrateStatus } = await import('../../../src/database/migrate-status.ts');
  const error = await failureOf(migrateStatus({ root, env: { DATABASE_URL: 'file:./dev.db' } }));
  expect(error.code).toBe('DATA_SCHEMA_MISSING');
});

/** Returns the error for a PostgreSQL project with this `.env`. */
async function failure(env: string) {
  const project = new Project().use('postgresql', '').write('.env', env);
  const { migrateStatus } = await import('../../../src/database/migrate-status.ts');
  return (await failureOf(migrateStatus({ root: project.root, env: {} }))).problems[0];
}

describe('a DATABASE_URL that does not fit the project', () => {
  const hint = expect.stringMatching(/DATABASE_URL="postgresql:/u);

  test.each(['file:./dev.db', 'mongodb://host/db', './dev.db', 'postgresql://host'])(
    'is refused at its line with a valid example value: %s',
    async (url) => {
      const where = { file: '.env', line: 3 };
      expect(await failure(`# Database\n\nDATABASE_URL=${url}\n`)).toMatchObject({
        code: 'DATA_URL_INVALID',
        where,
        hint: expect.stringMatching(/\.env:3\b.*DATABASE_URL="postgresql:/u),
      });
    },
  );

  test('is refused without a line if the environment sets it', async () => {
    const project = new Project().use('postgresql', '').write('.env', 'DATABASE_URL=postgresql://host/db\n');
    const { migrateStatus } = await import('../../../src/database/migrate-status.ts');
    const request = { root: project.root, env: { DATABASE_URL: 'file:./dev.db' } };
    const [problem] = (await failureOf(migrateStatus(request))).problems;
    expect(problem).toMatchObject({ code: 'DATA_URL_INVALID', hint });
    expect(problem.where).toBeUndefined();
  });

  test('is required', async () => {
    expect(await failure('')).toMatchObject({ code: 'DATA_URL_MISSING', where: { file: '.env' }, hint });
  });
});

async function setting(env: Environment, text = ''): Promise<string | undefined> {
  const project = new Project().write('.env', text);
  return (await readMigrationSetting(project.root, env))?.url;
}

describe('the URL of migrations', () => {
  test('is DIRECT_DATABASE_URL, of the environment or .env', async () => {
    expect(await setting({ DATABASE_URL: 'pool', DIRECT_DATABASE_URL: 'direct' })).toBe('direct');
    expect(await setting({}, 'DATABASE_URL=pool\nDIRECT_DATABASE_URL=direct\n')).toBe('direct');
    expect(await setting({ DIRECT_DATABASE_URL: '' }, 'DATABASE_URL=pool\n')).toBe('pool');
    expect(await setting({ DIRECT_DATABASE_URL: 'direct' }, 'DATABASE_URL=pool\n')).toBe('direct');
    expect(await setting({})).toBeUndefined();
  });

  test('is DATABASE_URL of the environment, rather than DIRECT_DATABASE_URL of .env', async () => {
    expect(await setting({ DATABASE_URL: 'production' }, 'DIRECT_DATABASE_URL=development\n')).toBe('production');
  });

  test('is named in messages', async () => {
    const project = new Project().write('.env', 'DATABASE_URL=file:./dev.db\nDIRECT_DATABASE_URL=file:\n');
    project.env = {};
    expect((await failureOf(project.status())).problems).toMatchObject([
      { message: expect.stringMatching(/^DIRECT_DATABASE_URL can't be used/), where: { file: '.env', line: 2 } },
    ]);
  });
});
