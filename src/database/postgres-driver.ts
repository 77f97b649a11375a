import type { Driver } from './driver.ts';
import { openPostgresKit } from './postgres-adapter.ts';
import { clearPostgres, makePostgres, postgresState, postgresTables, withPostgresLock } from './postgres-database.ts';
import { postgresEnums, postgresSelect } from './postgres-enums.ts';
import type { PostgresDatabase } from './postgres-url.ts';

/** Returns the driver for a schema of a PostgreSQL database. */
export function postgresDriver(database: PostgresDatabase): Driver {
  return {
    state: () => postgresState(database),
    make: () => makePostgres(database),
    exclusively: (work) => withPostgresLock(database, work),
    clear: () => clearPostgres(database),
    tables: () => postgresTables(database),
    enums: () => postgresEnums(database),
    select: (query) => postgresSelect(database, query),
    open: () => openPostgresKit(database),
  };
}
