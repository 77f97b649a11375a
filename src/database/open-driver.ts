import type { Database } from './database-url.ts';
import type { Driver } from './driver.ts';

/** The driver of a database; its libraries are loaded with the first database of its kind. */
export async function openDriver(database: Database): Promise<Driver> {
  if (database.provider === 'sqlite') return (await import('./sqlite-driver.ts')).sqliteDriver(database);
  return (await import('./postgres-driver.ts')).postgresDriver(database);
}
