import { rm } from 'node:fs/promises';
import { type Client, createClient } from '@libsql/client';
import type { FileDatabase } from './database-url.ts';
import { lockTimeout, openError } from './file-database.ts';

/**
 * Empties a database. Drops the tables instead of deleting the file, so that a running server continues with the new
 * tables. A file that is not a valid database is deleted. The engine's reset is not usable: on SQLite it deletes the
 * rows and keeps the tables.
 *
 * @throws GenlockError `DATA_UNREACHABLE`, `DATA_BUSY`
 */
export async function resetDatabase(database: FileDatabase): Promise<void> {
  try {
    await dropAll(database);
  } catch (cause) {
    const error = openError(cause);
    if (error.code !== 'DATA_NOT_A_DATABASE') throw error;
    for (const suffix of ['', '-wal', '-shm', '-journal']) await rm(`${database.path}${suffix}`, { force: true });
  }
}

async function dropAll({ url }: FileDatabase): Promise<void> {
  const client = createClient({ url, timeout: lockTimeout });
  try {
    await client.migrate([...(await dropStatements(client))]);
  } finally {
    client.close();
  }
}

/**
 * Returns the drop statements: views first, then virtual tables, then ordinary tables, which include the storage of
 * virtual tables.
 */
async function dropStatements(client: Client): Promise<readonly string[]> {
  const { rows } = await client.execute(`SELECT type, name FROM sqlite_master
    WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
    ORDER BY type = 'view' DESC, sql LIKE 'CREATE VIRTUAL%' DESC, name`);
  const counters = await client.execute(`SELECT name FROM sqlite_master WHERE name = 'sqlite_sequence'`);
  return [
    ...rows.map(({ type, name }) => `DROP ${type === 'view' ? 'VIEW' : 'TABLE'} IF EXISTS ${quoted(name)}`),
    ...counters.rows.map(({ name }) => `DELETE FROM ${quoted(name)}`),
  ];
}

function quoted(name: unknown): string {
  return `"${String(name).replaceAll('"', '""')}"`;
}
