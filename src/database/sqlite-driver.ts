import { createClient, LibsqlError } from '@libsql/client';
import { GenlockError } from '../errors/error.ts';
import type { FileDatabase } from './database-url.ts';
import type { Column, Driver } from './driver.ts';
import { databaseState, lockTimeout, makeDatabaseFolder, openError } from './file-database.ts';
import { withMigrateLock } from './migrate-lock.ts';
import { resetDatabase } from './reset-database.ts';
import { engineStatements } from './sqlite-catalogue.ts';
import { readCatalogue } from './sqlite-transaction.ts';
import { openSqliteKit } from './sqlite-adapter.ts';
import { failureOf } from './sqlite-error.ts';

/** Returns the driver for an SQLite file. */
export function sqliteDriver(database: FileDatabase): Driver {
  return {
    state: () => databaseState(database),
    make: () => makeDatabaseFolder(database),
    exclusively: (work) => withMigrateLock(database, work),
    clear: () => resetDatabase(database),
    tables: () => readable(() => tablesOf(database)),
    enums: async () => new Map(),
    select: (query) => readable(() => select(database, query)),
    engineStatements: async () => engineStatements(await readable(() => readCatalogue(database.url))),
    open: (scripts) => openSqliteKit(database, scripts),
  };
}

/**
 * Reads from the database. Converts the error of a locked or damaged file; an error of a statement stays a bug.
 *
 * @throws GenlockError `DATA_BUSY`, `DATA_NOT_A_DATABASE`, `DATA_UNREACHABLE`
 */
async function readable<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (cause) {
    const verdict = failureOf(cause, '')?.verdict;
    if (verdict !== undefined) throw new GenlockError(verdict, { cause });
    throw cause instanceof LibsqlError && cause.code !== 'SQLITE_ERROR' ? openError(cause) : cause;
  }
}

async function tablesOf({ url }: FileDatabase): Promise<ReadonlyMap<string, readonly Column[]>> {
  const client = createClient({ url, timeout: lockTimeout });
  try {
    const { rows } = await client.execute(`SELECT t.name AS "table", c.name AS "column", lower(c.type) AS type,
        c."notnull" = 1 AND c.dflt_value IS NULL AND c.pk = 0 AS needed
      FROM sqlite_master AS t, pragma_table_info(t.name) AS c
      WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND t.name <> '_prisma_migrations'`);
    const tables = Map.groupBy(rows, ({ table }) => text(table));
    return new Map(
      [...tables].map(([table, columns]) => [
        table,
        columns.map(({ column, type, needed }) => ({ name: text(column), type: text(type), isNeeded: needed === 1 })),
      ]),
    );
  } finally {
    client.close();
  }
}

async function select({ url }: FileDatabase, query: string): Promise<readonly (readonly string[])[]> {
  const client = createClient({ url, timeout: lockTimeout });
  try {
    const { rows } = await client.execute(query);
    return rows.map((row) => Array.from(row, text));
  } finally {
    client.close();
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
