import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PrismaLibSql } from '@prisma/adapter-libsql';
import type { SqlDriverAdapter, SqlQuery, SqlResultSet } from '@prisma/driver-adapter-utils';
import { type FileDatabase, fileDatabase } from './database-url.ts';
import type { DriverKit } from './driver.ts';
import { engineError } from './engine-error.ts';
import { engineKit, type OpenSession } from './engine-kit.ts';
import type { EngineSession, ReadableFailure, SessionOptions } from './engine-session.ts';
import { lockTimeout } from './file-database.ts';
import { ownershipOf, withoutUserObjects } from './sqlite-catalogue.ts';
import { engineReadable, failureOf, missingTable, prismaCodeOf } from './sqlite-error.ts';
import { keptScript, runMigration, runSteps } from './sqlite-script.ts';

const historyTable = '_prisma_migrations';

/**
 * Opens the driver kit of an SQLite database.
 *
 * @param scripts returns the scripts of all migrations, oldest first
 */
export function openSqliteKit({ url }: FileDatabase, scripts: () => Promise<readonly string[]>): DriverKit {
  let steps: string[] | undefined;
  return engineKit({
    provider: 'sqlite',
    adapterName: '@prisma/adapter-libsql',
    connect: (open) => connect(url, { open, scripts, hold: (step) => steps?.push(step) !== undefined }),
    // Not in memory: the driver opens a new connection after every transaction, which would lose the data.
    connectToShadow: async (open) => {
      const folder = await mkdtemp(join(tmpdir(), 'genlock-shadow-'));
      const shadow = fileDatabase(join(folder, 'shadow.db')).url;
      const afterwards = () => rm(folder, { recursive: true, force: true });
      return connect(shadow, { open, scripts, hold: () => false, afterwards });
    },
    execute: (session, statement) => session.executeStatement(statement),
    together: async (work, known) => {
      const held: string[] = (steps = []);
      try {
        const result = await work();
        const script = held.map((step) => `${step};\n`).join('');
        if (held.length > 0) await runSteps({ url, script, own: ownershipOf(known) });
        return result;
      } catch (error) {
        const failure = failureOf(error, '');
        if (failure === undefined) throw error;
        const cause = Object.assign(new Error(failure.message, { cause: error }), prismaCodeOf(failure));
        throw engineError(cause, { failure, migrationOf: () => undefined });
      } finally {
        steps = undefined;
      }
    },
    kept: (draft, known) => keptScript({ ...draft, url, own: ownershipOf(known) }),
  });
}

interface Opening extends Pick<SessionOptions, 'afterwards'> {
  readonly open: OpenSession;
  readonly scripts: () => Promise<readonly string[]>;
  /** Takes a statement that runs later. Returns false for a statement that must run now. */
  readonly hold: (statement: string) => boolean;
}

async function connect(url: string, { open, scripts, hold, ...closing }: Opening): Promise<EngineSession> {
  const adapter = await new PrismaLibSql({ url, intMode: 'bigint', timeout: lockTimeout }).connect();
  let record: SqlQuery | undefined;
  return open(adapter, {
    ...closing,
    query: async (query, known) => {
      if (!query.sql.startsWith(recordStart)) {
        const result = await queried(adapter, query);
        const ask = (sql: SqlQuery) => adapter.queryRaw(sql);
        return known === undefined ? result : withoutUserObjects(result, { sql: query.sql, known, query: ask });
      }
      // Added with the migration, in one transaction.
      record = query;
      return noRows;
    },
    runScript: async (script) => {
      if (hold(script)) return;
      const running = { url, script, record, scripts: await scripts() };
      record = undefined;
      await runMigration(running);
    },
    readable,
  });
}

/** The query that adds a started migration to the history. The script is the next statement. */
const recordStart = `INSERT INTO \`${historyTable}\` (\`id\`, \`checksum\`, \`started_at\`, \`migration_name\`) VALUES`;
const noRows: SqlResultSet = { columnNames: [], columnTypes: [], rows: [] };

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
    return withoutSystemTables(await adapter.queryRaw({ ...query, sql: readableSql(query.sql) }));
  } catch (error) {
    const failure = failureOf(error, query.sql);
    if (failure === undefined || missingTable(failure) !== historyTable) throw error;
    return noRows;
  }
}

/** Writes the index name as a string. The driver does not accept strings in double quotes. */
function readableSql(sql: string): string {
  return sql.replace(
    /^(SELECT sql FROM sqlite_master WHERE type = 'index' AND name = )"(.*)";?$/,
    (_, start: string, name: string) => `${start}'${name.replaceAll("'", "''")}'`,
  );
}

function readable(error: unknown, sql: string): ReadableFailure | undefined {
  const failure = failureOf(error, sql);
  return failure && { failure, error: engineReadable(failure) };
}
