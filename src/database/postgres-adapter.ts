import { randomBytes } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { DriverAdapterError, isDriverAdapterError } from '@prisma/driver-adapter-utils';
import { DatabaseError, escapeIdentifier, Pool, type QueryArrayConfig, type QueryArrayResult } from 'pg';
import { GenlockError } from '../errors/error.ts';
import type { DriverKit } from './driver.ts';
import { engineKit, type OpenSession } from './engine-kit.ts';
import type { EngineSession, ReadableFailure, SessionOptions } from './engine-session.ts';
import { codeOf, connectionConfig, connectionError, sqlState, withClient } from './postgres-connection.ts';
import type { PostgresDatabase } from './postgres-url.ts';

/** Opens the driver kit of a PostgreSQL database. */
export function openPostgresKit(database: PostgresDatabase): DriverKit {
  return engineKit({
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: (open) => connect(database, { open }),
    connectToShadow: async (open) => {
      const shadow = { ...database, name: `genlock_shadow_${randomBytes(8).toString('hex')}` };
      await onServer(database, `CREATE DATABASE ${escapeIdentifier(shadow.name)}`);
      const drop = () => onServer(database, `DROP DATABASE IF EXISTS ${escapeIdentifier(shadow.name)} WITH (FORCE)`);
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
  return open(adapter, {
    ...closing,
    query: (query) => adapter.queryRaw(query),
    // The server splits a script and runs it as one transaction. The adapter would split at every semicolon.
    runScript: (script) => pool.query(script),
    readable: (error, sql) => readable(error, { sql, database }),
  });
}

/**
 * Creates and drops the shadow database from the project's database, because the user may lack access to other
 * databases.
 */
async function onServer(database: PostgresDatabase, statement: string): Promise<void> {
  await withClient(database, (client) => client.query(statement)).catch((cause: unknown) => {
    if (codeOf(cause) !== sqlState.denied) throw cause;
    throw new GenlockError(
      {
        code: 'DATA_CREATE_DENIED',
        message: `P3014: the user ${database.user} may not make the shadow database that migrations are tried on`,
      },
      { cause },
    );
  });
}

/** Opens a single permanent connection, because the search path and the engine's lock belong to the connection. */
async function openPool(database: PostgresDatabase): Promise<Pool> {
  const pool = new Pool({
    ...(await connectionConfig(database)),
    max: 1,
    idleTimeoutMillis: 0,
    verify: (client, done) => {
      client.query(`SET search_path TO ${escapeIdentifier(database.schema)}`, (error) => done(error ?? undefined));
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
/** `"char"`, a single byte. The adapter only knows `char(n)`. */
const byteType = 18;
const charType = 1042;

function withReadableTypes(result: QueryArrayResult): QueryArrayResult {
  for (const field of result.fields) {
    if (field.dataTypeID === byteType) field.dataTypeID = charType;
    if (catalogueTypes.has(field.dataTypeID)) field.dataTypeID = textType;
  }
  return result;
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
  if (said !== undefined) return { failure: { sql, message: said.cause.originalMessage ?? said.message }, error: said };
  const { code, message } = connectionError(error, database);
  return { failure: { sql, message: error.message, verdict: { code, message } }, error };
}
