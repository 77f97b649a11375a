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

/** What the engine works on a PostgreSQL database with. */
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
    // The server splits a script itself, and runs it as one transaction; the adapter would split it at every semicolon.
    runScript: (script) => pool.query(script),
    readable: (error, sql) => readable(error, { sql, database }),
  });
}

/** Made and dropped from the database itself: a user who may enter that one need not be allowed into any other. */
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

/** One connection, since the search path and the engine's lock are its state, kept until the end. */
async function openPool(database: PostgresDatabase): Promise<Pool> {
  const pool = new Pool({
    ...(await connectionConfig(database)),
    max: 1,
    idleTimeoutMillis: 0,
    verify: (client, done) => {
      client.query(`SET search_path TO ${escapeIdentifier(database.schema)}`, (error) => done(error ?? undefined));
    },
  });
  // A server that goes away while nothing is asked of it would end the process otherwise.
  pool.on('error', () => {});
  const query = pool.query.bind(pool);
  return Object.assign(pool, {
    query: async (config: QueryArrayConfig | string, values?: unknown[]) =>
      typeof config === 'string' ? query(config) : withReadableTypes(await query(config, values)),
  });
}

/** Kinds of error the engine cannot decode, though the adapter uses them. */
const undecodable = new Set(['InvalidInputValue', 'SocketTimeout', 'InconsistentColumnData']);

/** What the server said about a statement, as the adapter would say it; `undefined` if it wasn't the server. */
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

/** Types of PostgreSQL's catalogue that the adapter doesn't know, and the engine reads as text. */
const catalogueTypes = new Set([24, 194, 1033, 2205, 2206, 2275]);
const textType = 25;
/** `"char"`, a single byte; the adapter knows `char(n)`. */
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

/** What isn't the server's word on a statement is about the connection, and the engine gets it as it is. */
function readable(error: unknown, { sql, database }: Refused): ReadableFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  const said = engineReadable(error);
  if (said !== undefined) return { failure: { sql, message: said.cause.originalMessage ?? said.message }, error: said };
  const { code, message } = connectionError(error, database);
  return { failure: { sql, message: error.message, verdict: { code, message } }, error };
}
