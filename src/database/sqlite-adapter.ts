import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PrismaLibSql } from '@prisma/adapter-libsql';
import type { SqlDriverAdapter, SqlQuery, SqlResultSet, Transaction } from '@prisma/driver-adapter-utils';
import { type FileDatabase, fileDatabase } from './database-url.ts';
import type { DriverFailure, DriverKit } from './driver.ts';
import { engineReadable, failureOf, missingTable } from './sqlite-error.ts';

/** How long a statement waits for another connection's lock, in milliseconds. */
export const lockTimeout = 5000;
const historyTable = '_prisma_migrations';

/** Opens nothing yet: the engine connects when it needs to. */
export function openSqliteKit(database: FileDatabase): DriverKit {
  let last: DriverFailure | undefined;
  let main: EngineSession | undefined;
  const note = (failure: DriverFailure): void => {
    last = failure;
  };
  const closing: (() => Promise<void>)[] = [];
  const connect = async (url: string, afterwards: () => Promise<void>): Promise<EngineSession> => {
    const adapter = await new PrismaLibSql({ url, intMode: 'bigint', timeout: lockTimeout }).connect();
    const session = new EngineSession(adapter, { note, afterwards });
    closing.push(() => session.dispose());
    return session;
  };
  return {
    factory: {
      provider: 'sqlite',
      adapterName: '@prisma/adapter-libsql',
      connect: async () => (main ??= await connect(database.url, async () => {})),
      // In memory it would be lost: the driver opens a new connection after every transaction.
      connectToShadowDb: async () => {
        const folder = await mkdtemp(join(tmpdir(), 'genlock-shadow-'));
        return connect(fileDatabase(join(folder, 'shadow.db')).url, () => rm(folder, { recursive: true, force: true }));
      },
    },
    lastFailure: () => last,
    execute: async (statement) => {
      main ??= await connect(database.url, async () => {});
      await main.executeStatement(statement);
    },
    close: async () => {
      for (const close of closing) await close();
    },
  };
}

/**
 * In a list of tables SQLite's own don't count: `sqlite_sequence` can't be dropped, and a database with nothing else in
 * it would pass for one in use.
 */
function withoutSystemTables(result: SqlResultSet): SqlResultSet {
  if (result.columnNames.length !== 1 || result.columnNames[0] !== 'table_name') return result;
  return { ...result, rows: result.rows.filter(([name]) => !String(name).startsWith('sqlite_')) };
}

interface SessionOptions {
  readonly note: (failure: DriverFailure) => void;
  readonly afterwards: () => Promise<void>;
}

/** The libsql adapter with what the schema engine expects of one, and libsql's doesn't do. */
class EngineSession implements SqlDriverAdapter {
  readonly provider = 'sqlite';
  readonly adapterName: string;
  readonly #adapter: SqlDriverAdapter;
  readonly #options: SessionOptions;
  #disposed = false;

  constructor(adapter: SqlDriverAdapter, options: SessionOptions) {
    this.adapterName = adapter.adapterName;
    this.#adapter = adapter;
    this.#options = options;
  }

  /** The engine takes a missing history for an error; an empty one says the same. */
  async queryRaw(query: SqlQuery): Promise<SqlResultSet> {
    try {
      return withoutSystemTables(await this.#adapter.queryRaw(query));
    } catch (error) {
      const failure = failureOf(error, query.sql);
      if (failure !== undefined && missingTable(failure) === historyTable) {
        return { columnNames: [], columnTypes: [], rows: [] };
      }
      throw this.#readable(error, query.sql);
    }
  }

  /** The engine sends whole scripts this way, of which libsql would run the first statement only. */
  async executeRaw(query: SqlQuery): Promise<number> {
    if (query.args.length === 0) {
      await this.executeScript(query.sql);
      return 0;
    }
    try {
      return await this.#adapter.executeRaw(query);
    } catch (error) {
      throw this.#readable(error, query.sql);
    }
  }

  /** Unlike after a script, a transaction it begins goes on. */
  async executeStatement(sql: string): Promise<void> {
    try {
      await this.#adapter.executeRaw({ sql, args: [], argTypes: [] });
    } catch (error) {
      throw this.#readable(error, sql);
    }
  }

  async executeScript(script: string): Promise<void> {
    try {
      await this.#adapter.executeScript(script);
    } catch (error) {
      throw this.#readable(error, script);
    }
  }

  startTransaction(...args: Parameters<SqlDriverAdapter['startTransaction']>): Promise<Transaction> {
    return this.#adapter.startTransaction(...args);
  }

  async dispose(): Promise<void> {
    if (this.#disposed) return;
    this.#disposed = true;
    await this.#adapter.dispose();
    await this.#options.afterwards();
  }

  #readable(error: unknown, sql: string): unknown {
    const failure = failureOf(error, sql);
    if (failure === undefined) return error;
    this.#options.note(failure);
    return engineReadable(failure);
  }
}
