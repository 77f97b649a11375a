import { expect, it } from 'vitest';
import { databaseUrl, parseDatabaseUrl } from '../../server/lib/database-url';

it('converts Prisma’s parameters to driver options and removes unsupported ones', () => {
  const url =
    'postgres://me:secret@host:6432/app?schema=My_App&pgbouncer=true&connection_limit=3&pool_timeout=0&sslmode=prefer';
  expect(parseDatabaseUrl(url)).toEqual({
    pool: {
      connectionString: 'postgres://me:secret@host:6432/app',
      max: 3,
      connectionTimeoutMillis: 0,
    },
    schema: 'My_App',
  });
});

it('keeps other parameters unchanged', () => {
  const url = 'postgresql://localhost/app?sslmode=require&application_name=app';
  expect(parseDatabaseUrl(url)).toEqual({
    pool: { connectionString: url, max: 10, connectionTimeoutMillis: 10_000 },
    schema: 'public',
  });
});

it.each([
  '',
  'file:./data/dev.db',
  'mysql://localhost/app',
  'postgres://h/app?connection_limit=no',
])('refuses %s', (url) => {
  expect(databaseUrl.safeParse(url).success).toBe(false);
});
