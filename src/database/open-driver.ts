import type { Database } from './database-url.ts';
import type { Driver } from './driver.ts';

/** Returns the driver of a database. Loads its libraries on first use. */
export async function openDriver(database: Database): Promise<Driver> {
  if (database.provider === 'sqlite') return (await import('./sqlite-driver.ts')).sqliteDriver(database);
  return (await import('./postgres-driver.ts')).postgresDriver(database);
}
