import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PrismaLibSql } from '@prisma/adapter-libsql';
import type { SqlDriverAdapter, SqlQuery, SqlResultSet } from '@prisma/driver-adapter-utils';
import { type FileDatabase, fileDatabase } from './database-url.ts';
import type { DriverKit } from './driver.ts';
import { engineKit, type OpenSession } from './engine-kit.ts';
import type { EngineSession, ReadableFailure, SessionOptions } from './engine-session.ts';
import { lockTimeout } from './file-database.ts';
import { engineReadable, failureOf, missingTable } from './sqlite-error.ts';

const historyTable = '_prisma_migrations';

/** Opens the driver kit of an SQLite database. */
export function openSqliteKit(database: FileDatabase): DriverKit {
  return engineKit({
    provider: 'sqlite',
    adapterName: '@prisma/adapter-libsql',
    connect: (open) => connect(database.url, { open }),
    // Not in memory: the driver opens a new connection after every transaction, which would lose the data.
    connectToShadow: async (open) => {
      const folder = await mkdtemp(join(tmpdir(), 'genlock-shadow-'));
      const { url } = fileDatabase(join(folder, 'shadow.db'));
      return connect(url, { open, afterwards: () => rm(folder, { recursive: true, force: true }) });
    },
    execute: (session, statement) => session.executeStatement(statement),
  });
}

interface Opening extends Pick<SessionOptions, 'afterwards'> {
  readonly open: OpenSession;
}

async function connect(url: string, { open, ...closing }: Opening): Promise<EngineSession> {
  const adapter = await new PrismaLibSql({ url, intMode: 'bigint', timeout: lockTimeout }).connect();
  return open(adapter, {
    ...closing,
    query: (query) => queried(adapter, query),
    // As a statement, libsql would only run the first one of a script.
    runScript: (script) => adapter.executeScript(script),
    readable,
  });
}

/**
 * Removes SQLite's system tables from a list of tables. `sqlite_sequence` cannot be dropped, and a database with only
 * this table counts as empty.
 */
function withoutSystemTables(result: SqlResultSet): SqlResultSet {
  if (result.columnNames.length !== 1 || result.columnNames[0] !== 'table_name') return result;
  return { ...result, rows: result.rows.filter(([name]) => !String(name).startsWith('sqlite_')) };
}

/** Returns an empty result for a missing history table, which the engine would report as an error. */
async function queried(adapter: SqlDriverAdapter, query: SqlQuery): Promise<SqlResultSet> {
  try {
    return withoutSystemTables(await adapter.queryRaw(query));
  } catch (error) {
    const failure = failureOf(error, query.sql);
    if (failure === undefined || missingTable(failure) !== historyTable) throw error;
    return { columnNames: [], columnTypes: [], rows: [] };
  }
}

function readable(error: unknown, sql: string): ReadableFailure | undefined {
  const failure = failureOf(error, sql);
  return failure && { failure, error: engineReadable(failure) };
}
