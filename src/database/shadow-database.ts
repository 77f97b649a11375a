import { randomBytes } from 'node:crypto';
import { type Client, escapeIdentifier } from 'pg';
import { GenlockError } from '../errors/error.ts';
import { codeOf, sqlState, withClient } from './postgres-connection.ts';
import type { PostgresDatabase } from './postgres-url.ts';

/** A shadow database contains only copies of tables without rows. */
export interface ShadowDatabase {
  readonly database: PostgresDatabase;
  readonly drop: () => Promise<void>;
}

/**
 * Creates an empty database for testing migrations. Also drops shadow databases that ended processes left on the
 * server. The connection belongs to the project's database, because the user may lack access to other databases.
 *
 * @throws GenlockError `DATA_CREATE_DENIED`
 */
export async function createShadow(database: PostgresDatabase): Promise<ShadowDatabase> {
  const name = await withClient(database, async (client) => {
    await dropLeftovers(client);
    const { rows } = await client.query<{ seconds: string }>(`SELECT to_hex(${serverSeconds}) AS seconds`);
    const made = `genlock_shadow_${rows[0]?.seconds.padStart(8, '0')}${randomBytes(4).toString('hex')}`;
    await client.query(`CREATE DATABASE ${escapeIdentifier(made)}`);
    return made;
  }).catch((cause: unknown) => {
    throw codeOf(cause) === sqlState.denied ? denied(database, cause) : cause;
  });
  const drop = `DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`;
  return {
    database: { ...database, name },
    drop: () => withClient(database, async (client) => void (await client.query(drop))),
  };
}

/** Unix time of the server. */
const serverSeconds = 'extract(epoch FROM clock_timestamp())::bigint';

/**
 * The first eight digits of a name are its creation time. A database that is younger than a minute can belong to a
 * process that has not connected yet. PostgreSQL refuses to drop a database with connections.
 */
async function dropLeftovers(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database AS d
     WHERE datname ~ '^genlock_shadow_[0-9a-f]{16}$' AND pg_has_role(datdba, 'USAGE')
       AND ('x' || substr(datname, 16, 8))::bit(32)::bigint < ${serverSeconds} - 60
       AND NOT EXISTS (SELECT FROM pg_stat_activity AS a WHERE a.datname = d.datname)`,
  );
  for (const { name } of rows) {
    // Another process can connect to the database or drop it first.
    await client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)}`).catch(() => {});
  }
}

function denied({ user }: PostgresDatabase, cause: unknown): GenlockError {
  return new GenlockError(
    {
      code: 'DATA_CREATE_DENIED',
      message: `P3014: the user ${user} may not make the shadow database that migrations are tried on`,
    },
    { cause },
  );
}
