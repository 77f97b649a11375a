import { Client, type ClientConfig } from 'pg';
import { GenlockError } from '../errors/error.ts';
import type { PostgresDatabase } from './postgres-url.ts';

/** Labels of databases whose connections have sessions. */
const unpooled = new Set<string>();
const rounds = 8;

/**
 * Refuses a pool that gives each transaction another server connection, such as PgBouncer in transaction mode. Locks and
 * the search path of a migration would stay on connections that other clients get. A pool in session mode is accepted.
 *
 * @param client a new connection
 * @param config its options, for a second connection
 * @throws GenlockError `DATA_POOLED`
 */
export async function refusePooled(
  client: PooledClient,
  { database, config }: { readonly database: PostgresDatabase; readonly config: ClientConfig },
): Promise<void> {
  if (unpooled.has(database.label)) return;
  // A pool gives its clients numbers of its own, with which they cancel queries.
  const isPooled = Reflect.get(client, 'processID') !== (await serverProcess(client));
  if (isPooled && (await sharesServers(client, config))) {
    throw new GenlockError({
      code: 'DATA_POOLED',
      message: `${database.label} is a connection pool that gives each transaction another connection`,
    });
  }
  unpooled.add(database.label);
}

/** The used part of a client. */
interface PooledClient {
  query(text: string): Promise<{ readonly rows: readonly { readonly pid?: unknown }[] }>;
}

/** Returns whether the server connection of an idle client is given to a second client, or replaced. */
async function sharesServers(client: PooledClient, config: ClientConfig): Promise<boolean> {
  const own = await serverProcess(client);
  const second = new Client(config);
  second.on('error', () => {});
  try {
    await second.connect();
    for (let round = 0; round < rounds; round++) {
      await second.query('BEGIN');
      if ((await serverProcess(second)) === own || (await serverProcess(client)) !== own) return true;
      await second.query('COMMIT');
    }
    return false;
  } catch {
    // For example, a pool in statement mode refuses transactions.
    return true;
  } finally {
    await second.end().catch(() => {});
  }
}

async function serverProcess(client: PooledClient): Promise<unknown> {
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid;
}
