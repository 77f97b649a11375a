import { PrismaPg } from '@prisma/adapter-pg';
import {
  ColumnTypeEnum,
  DriverAdapterError,
  isDriverAdapterError,
  type SqlQuery,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils';
import { DatabaseError, escapeIdentifier, Pool, type QueryArrayConfig, type QueryArrayResult } from 'pg';
import { GenlockError } from '../errors/error.ts';
import type { DriverKit } from './driver.ts';
import { engineKit, type OpenSession } from './engine-kit.ts';
import type { EngineSession, ReadableFailure, SessionOptions } from './engine-session.ts';
import { refusePooled } from './pooled-connection.ts';
import { type ColumnFacts, columnFacts, isFiltered, withoutUserObjects } from './postgres-catalogue.ts';
import { connectionConfig, connectionError } from './postgres-connection.ts';
import { isRecord, RepeatableFailure, runMigration, runScript } from './postgres-migration.ts';
import type { PostgresDatabase } from './postgres-url.ts';
import { createShadow } from './shadow-database.ts';

/** Opens the driver kit of a PostgreSQL database. */
export function openPostgresKit(database: PostgresDatabase): DriverKit {
  return engineKit({
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: (open) => connect(database, { open }),
    connectToShadow: async (open) => {
      const { database: shadow, drop } = await createShadow(database);
      const session = await connect(shadow, { open, afterwards: drop });
      if (shadow.schema !== 'public') {
        await session.executeScript(`CREATE SCHEMA IF NOT EXISTS ${escapeIdentifier(shadow.schema)}`);
      }
      return session;
    },
    execute: (session, statement) => session.executeScript(statement),
  });
}

interface Opening extends Pick<SessionOptions, 'afterwards'> {
  readonly open: OpenSession;
}

async function connect(database: PostgresDatabase, { open, ...closing }: Opening): Promise<EngineSession> {
  const pool = await openPool(database);
  const adapter = await new PrismaPg(pool, { schema: database.schema, disposeExternalPool: true }).connect();
  let record: SqlQuery | undefined;
  return open(adapter, {
    ...closing,
    query: async (query, known) => {
      if (isRecord(query)) {
        // Added with the migration, in one transaction.
        record = query;
        return { columnNames: [], columnTypes: [], rows: [] };
      }
      const result = withCharacters(await adapter.queryRaw(query));
      if (known === undefined || !isFiltered(result)) return result;
      const { rows } = await pool.query<ColumnFacts>({ text: columnFacts, values: [database.schema] });
      return withoutUserObjects(result, { known, facts: rows });
    },
    runScript: async (script) => {
      const started = record;
      record = undefined;
      // The server splits a script and runs it as one transaction. The adapter would split at every semicolon.
      await (started === undefined ? runScript(pool, script) : runMigration(pool, { script, record: started }));
    },
    readable: (error, sql) => {
      if (!(error instanceof RepeatableFailure)) return readable(error, { sql, database });
      const told = readable(error.cause, { sql, database });
      return told && { ...told, failure: { ...told.failure, isRepeatable: true } };
    },
  });
}

/** Opens a single permanent connection, because the search path and the engine's lock belong to the connection. */
async function openPool(database: PostgresDatabase): Promise<Pool> {
  const config = await connectionConfig(database);
  const pool = new Pool({
    ...config,
    max: 1,
    idleTimeoutMillis: 0,
    // oxlint-disable-next-line no-misused-promises -- the pool waits for this promise, which its types omit
    onConnect: async (client) => {
      await refusePooled(client, { database, config });
      await client.query(`SET search_path TO ${escapeIdentifier(database.schema)}`);
      await client.query(endWithClient).catch(() => {});
    },
  });
  // Ignores errors of idle connections, which would end the process.
  pool.on('error', () => {});
  const query = pool.query.bind(pool);
  return Object.assign(pool, {
    query: async (config: QueryArrayConfig | string, values?: unknown[]) =>
      typeof config === 'string' ? query(config) : withReadableTypes(await query(config, values)),
  });
}

/**
 * Makes the server end a statement, such as the build of an index, and release its locks if the command was killed.
 * PostgreSQL 13 does not have this setting, and some systems refuse the setting.
 */
const endWithClient = 'SET client_connection_check_interval TO 1000';

/** Error kinds of the adapter that the engine cannot decode. */
const undecodable = new Set(['InvalidInputValue', 'SocketTimeout', 'InconsistentColumnData']);

/** Converts a server error about a statement to an adapter error; `undefined` for other errors. */
function engineReadable(error: Error): DriverAdapterError | undefined {
  if (isDriverAdapterError(error) && !undecodable.has(error.cause.kind)) return error;
  const { originalCode, originalMessage } = isDriverAdapterError(error)
    ? error.cause
    : { originalCode: error instanceof DatabaseError ? error.code : undefined, originalMessage: error.message };
  if (originalCode === undefined) return undefined;
  const message = originalMessage ?? error.message;
  const said = {
    code: originalCode,
    severity: 'ERROR',
    message,
    detail: undefined,
    column: undefined,
    hint: undefined,
  };
  return new DriverAdapterError({ kind: 'postgres', ...said, originalCode, originalMessage: message });
}

/** PostgreSQL catalogue types that the adapter does not know. The engine reads them as strings. */
const catalogueTypes = new Set([24, 194, 1033, 2205, 2206, 2275]);
const textType = 25;
/** `"char"`, a single byte, which the engine reads as a character. The adapter reports no type that is read so. */
const byteType = 18;

/** The indexes of the `"char"` columns, by the rows of a result. The adapter returns the array of rows that it gets. */
const byteColumns = new WeakMap<object, readonly number[]>();

function withReadableTypes(result: QueryArrayResult): QueryArrayResult {
  const bytes = result.fields.flatMap(({ dataTypeID }, index) => (dataTypeID === byteType ? [index] : []));
  byteColumns.set(result.rows, bytes);
  for (const field of result.fields) {
    if (field.dataTypeID === byteType || catalogueTypes.has(field.dataTypeID)) field.dataTypeID = textType;
  }
  return result;
}

function withCharacters(result: SqlResultSet): SqlResultSet {
  const columnTypes = [...result.columnTypes];
  for (const index of byteColumns.get(result.rows) ?? []) columnTypes[index] = ColumnTypeEnum.Character;
  return { ...result, columnTypes };
}

interface Refused {
  readonly sql: string;
  readonly database: PostgresDatabase;
}

/**
 * Returns the failure for an error. Errors that the server did not report about a statement are connection errors, and
 * the engine receives them unchanged.
 */
function readable(error: unknown, { sql, database }: Refused): ReadableFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  const said = engineReadable(error);
  if (said !== undefined) {
    const { originalCode: sqlState, originalMessage: message = said.message } = said.cause;
    return { failure: { sql, message, ...(sqlState === undefined ? {} : { sqlState }) }, error: said };
  }
  const { code, message } = error instanceof GenlockError ? error : connectionError(error, database);
  return { failure: { sql, message: error.message, verdict: { code, message } }, error };
}
