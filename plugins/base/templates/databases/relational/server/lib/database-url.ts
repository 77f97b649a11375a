import { z } from 'zod';

/** Parameters of Prisma that the PostgreSQL driver does not support. */
const counts = ['connection_limit', 'pool_timeout', 'connect_timeout'];
const others = ['schema', 'pgbouncer', 'statement_cache_size', 'socket_timeout'];

/** The URL of the PostgreSQL server and database. */
export const databaseUrl = z
  .url({
    protocol: /^postgres(ql)?$/,
    error: 'Expected a URL such as postgresql://user:password@localhost:5432/app',
    abort: true,
  })
  .refine((text) => counts.every((name) => /^\d*$/.test(parameterOf(text, name))), {
    error: `Expected whole numbers for ${counts.join(', ')}`,
  });

function parameterOf(url: string, name: string): string {
  return new URL(url).searchParams.get(name) ?? '';
}

/**
 * Converts the database URL to driver options. Prisma’s own parameters are removed and applied:
 *
 * - `schema` is the schema with the tables, `public` if absent.
 * - `connection_limit` is the size of the pool, 10 if absent.
 * - `pool_timeout` or else `connect_timeout` is the connection timeout in seconds, 10 if absent; 0 disables it.
 * - `pgbouncer` has no effect: prepared statements are unnamed and need no session.
 * - `sslmode=prefer` is removed, because this driver cannot fall back. `require` and stricter modes encrypt.
 */
export function parseDatabaseUrl(text: string) {
  const url = new URL(text);
  const parameters = url.searchParams;
  const count = (name: string) => parameters.get(name) || undefined;
  const max = Number(count('connection_limit') ?? 10);
  const seconds = Number(count('pool_timeout') ?? count('connect_timeout') ?? 10);
  const schema = parameters.get('schema') ?? 'public';
  for (const name of [...counts, ...others]) parameters.delete(name);
  if (parameters.get('sslmode') === 'prefer') parameters.delete('sslmode');
  return {
    pool: { connectionString: url.href, max, connectionTimeoutMillis: seconds * 1000 },
    schema,
  };
}
