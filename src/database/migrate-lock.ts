import { unlink } from 'node:fs/promises';
import { type Client, createClient } from '@libsql/client';
import { type FileDatabase, fileDatabase } from './database-url.ts';
import { openError } from './file-database.ts';
import { waitForLock } from './wait-for-lock.ts';

/**
 * Runs `work` while no other migration of this database runs on this machine. SQLite locks either end with the
 * statement or block readers. The lock is therefore an exclusive transaction on an empty second database, next to the
 * original. The system releases the lock if the process dies.
 *
 * @throws GenlockError `DATA_BUSY` if the other migration doesn't end.
 */
export async function withMigrateLock<T>(database: FileDatabase, work: () => Promise<T>): Promise<T> {
  const path = `${database.path}-migrate`;
  const holder = await waitForLock(() => acquire(fileDatabase(path).url));
  try {
    return await work();
  } finally {
    await unlink(path).catch(() => {});
    holder.close();
  }
}

async function acquire(url: string): Promise<Client | undefined> {
  const holder = await begin(url, 'BEGIN EXCLUSIVE');
  if (holder !== undefined && (await isCurrent(url))) return holder;
  holder?.close();
  return undefined;
}

/**
 * Returns false if the previous lock holder removed the file. In that case a new file with a free lock exists at the
 * path.
 */
async function isCurrent(url: string): Promise<boolean> {
  const probe = await begin(url, 'BEGIN IMMEDIATE');
  probe?.close();
  return probe === undefined;
}

/** Opens a connection and begins the transaction; `undefined` if another transaction holds the lock. */
async function begin(url: string, statement: string): Promise<Client | undefined> {
  let client: Client | undefined;
  try {
    client = createClient({ url });
    // Otherwise the transaction would create a journal file.
    await client.execute('PRAGMA journal_mode = MEMORY');
    await client.execute(statement);
    return client;
  } catch (cause) {
    client?.close();
    const error = openError(cause);
    if (error.code === 'DATA_BUSY') return undefined;
    throw error;
  }
}
