import { z } from 'zod';

/** Parameters that Prisma's documentation describes and PostgreSQL's driver doesn't know. */
const counts = ['connection_limit', 'pool_timeout', 'connect_timeout'];
const others = ['schema', 'pgbouncer', 'statement_cache_size', 'socket_timeout'];

/** Where the PostgreSQL server is, and which of its databases is meant. */
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
 * What the driver is told: the address without Prisma's own parameters, and what they say.
 *
 * - `schema` is where the tables are, `public` if absent.
 * - `connection_limit` is the size of the pool, 10 if absent.
 * - `pool_timeout` or else `connect_timeout` is how many seconds to wait for a connection, 10 if absent; 0 is forever.
 * - `pgbouncer` changes nothing: no statement has a name that would have to outlive its transaction.
 * - `sslmode=prefer` is left out, as this driver can't fall back: a connection is encrypted from `require` on.
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
