import { escapeIdentifier } from 'pg';
import { withClient } from './postgres-connection.ts';
import type { PostgresDatabase } from './postgres-url.ts';

/** Returns the values of the schema's enum types by name, in order. */
export async function postgresEnums(database: PostgresDatabase): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await withClient(database, async (client) => {
    const result = await client.query<{ type: string; value: string }>(
      `SELECT t.typname AS type, e.enumlabel AS value
       FROM pg_enum AS e
       JOIN pg_type AS t ON t.oid = e.enumtypid
       JOIN pg_namespace AS n ON n.oid = t.typnamespace
       WHERE n.nspname = $1
       ORDER BY t.typname, e.enumsortorder`,
      [database.schema],
    );
    return result.rows;
  });
  const types = Map.groupBy(rows, ({ type }) => type);
  return new Map([...types].map(([type, values]) => [type, values.map(({ value }) => value)]));
}

/** Runs a query with the tables of the schema. Returns the rows of strings. */
export async function postgresSelect(
  database: PostgresDatabase,
  text: string,
): Promise<readonly (readonly string[])[]> {
  return withClient(database, async (client) => {
    await client.query(`SET search_path TO ${escapeIdentifier(database.schema)}`);
    const { rows } = await client.query<string[]>({ text, rowMode: 'array' });
    return rows;
  });
}
