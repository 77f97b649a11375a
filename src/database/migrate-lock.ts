import { unlink } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type Client, createClient } from '@libsql/client';
import { GenlockError } from '../errors/error.ts';
import { type FileDatabase, fileDatabase } from './database-url.ts';
import { openError } from './file-database.ts';

/** How often and how long a second migration waits for the first, in milliseconds. */
const pause = 50;
const patience = 30_000;

/**
 * Runs `work` while no other migration of this database runs, on this machine. SQLite has no lock that outlives a
 * statement and leaves readers alone, so the lock is an exclusive transaction on an empty database beside the real one:
 * the system releases it if the process dies.
 *
 * @throws GenlockError `DATA_BUSY` if the other migration doesn't end.
 */
export async function withMigrateLock<T>(database: FileDatabase, work: () => Promise<T>): Promise<T> {
  const path = `${database.path}-migrate`;
  const holder = await acquire(fileDatabase(path).url);
  try {
    return await work();
  } finally {
    await unlink(path).catch(() => {});
    holder.close();
  }
}

async function acquire(url: string): Promise<Client> {
  for (let waited = 0; waited < patience; waited += pause) {
    const holder = await begin(url, 'BEGIN EXCLUSIVE');
    if (holder !== undefined && (await isCurrent(url))) return holder;
    holder?.close();
    await wait(pause);
  }
  throw new GenlockError({ code: 'DATA_BUSY', message: 'another migration of this database is running' });
}

/** False if the file was removed by the one who held it before: then another one lies at that path, with a free lock. */
async function isCurrent(url: string): Promise<boolean> {
  const probe = await begin(url, 'BEGIN IMMEDIATE');
  probe?.close();
  return probe === undefined;
}

/** A connection with that transaction begun; `undefined` if another one is in the way. */
async function begin(url: string, statement: string): Promise<Client | undefined> {
  let client: Client | undefined;
  try {
    client = createClient({ url });
    // Otherwise the transaction's journal would be a file of its own.
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
