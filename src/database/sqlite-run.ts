import { createClient } from '@libsql/client';
import type { FileDatabase } from './database-url.ts';
import { lockTimeout } from './file-database.ts';

/**
 * Runs a script in an SQLite database.
 *
 * @throws the error of the database
 */
export async function runSqliteScript({ url }: FileDatabase, script: string): Promise<void> {
  const client = createClient({ url, timeout: lockTimeout });
  try {
    await client.executeMultiple(script);
  } finally {
    client.close();
  }
}
