import { unlink } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type Client, createClient } from '@libsql/client';
import { GenlockError } from '../errors/error.ts';
import { type FileDatabase, fileDatabase } from './database-url.ts';

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
    const holder = createClient({ url });
    await holder.execute('PRAGMA journal_mode = MEMORY');
    if (await holds(holder, 'BEGIN EXCLUSIVE')) {
      if (await isCurrent(url)) return holder;
    }
    holder.close();
    await wait(pause);
  }
  throw new GenlockError({ code: 'DATA_BUSY', message: 'another migration of this database is running' });
}

/** False if the file was removed by the one who held it before: then another one lies at that path, with a free lock. */
async function isCurrent(url: string): Promise<boolean> {
  const probe = createClient({ url });
  try {
    return !(await holds(probe, 'BEGIN IMMEDIATE'));
  } finally {
    probe.close();
  }
}

async function holds(client: Client, begin: string): Promise<boolean> {
  try {
    await client.execute(begin);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY') return false;
    throw error;
  }
}
