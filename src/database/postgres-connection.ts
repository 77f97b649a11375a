import { readFile } from 'node:fs/promises';
import { Client, type ClientConfig } from 'pg';
import { GenlockError } from '../errors/error.ts';
import { refusePooled } from './pooled-connection.ts';
import type { PostgresDatabase, SslMode } from './postgres-url.ts';

/** PostgreSQL error codes for the state of a database. */
export const sqlState = {
  databaseMissing: '3D000',
  databaseExists: '42P04',
  duplicateKey: '23505',
  denied: '42501',
  readOnly: '25006',
  tableMissing: '42P01',
  insideTransaction: '25001',
} as const;

/**
 * Returns the driver options. Prisma's URL options are not passed on, because the driver refuses or misinterprets some
 * of them: `sslmode=require` would verify the certificate, and `prefer` would require TLS.
 *
 * @throws GenlockError as `connectionError` says
 */
export async function connectionConfig(database: PostgresDatabase): Promise<ClientConfig> {
  const ssl = await tlsOptions(database);
  if (database.sslMode !== 'prefer') return configOf(database, ssl);
  const encrypted = new Client(configOf(database, ssl));
  try {
    await encrypted.connect();
    return configOf(database, ssl);
  } catch (error) {
    if (error instanceof Error && /does not support SSL/.test(error.message)) return configOf(database, false);
    // Other errors are reported by the later connection.
    return configOf(database, ssl);
  } finally {
    await encrypted.end().catch(() => {});
  }
}

function configOf(database: PostgresDatabase, ssl: ClientConfig['ssl']): ClientConfig {
  const { host, port, user, password, name, connectTimeout } = database;
  return {
    host,
    port,
    user,
    ...(password === undefined ? {} : { password }),
    database: name,
    ssl,
    connectionTimeoutMillis: connectTimeout,
    application_name: 'genlock',
  };
}

const checked: readonly SslMode[] = ['verify-ca', 'verify-full'];

async function tlsOptions({ host, sslMode, rootCertificate }: PostgresDatabase): Promise<ClientConfig['ssl']> {
  if (sslMode === 'disable' || host.startsWith('/')) return false;
  if (!checked.includes(sslMode)) return { rejectUnauthorized: false };
  const ca = rootCertificate === undefined ? undefined : await readCertificate(rootCertificate);
  return {
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca }),
    ...(sslMode === 'verify-ca' ? { checkServerIdentity: () => undefined } : {}),
  };
}

function readCertificate(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: unknown) => {
    throw new GenlockError({ code: 'DATA_URL_INVALID', message: `sslrootcert ${path} can't be read` }, { cause });
  });
}

/**
 * Connects, runs `work` and disconnects.
 *
 * @throws GenlockError as `connectionError` returns, `DATA_POOLED` and `DATA_READ_ONLY`; errors of `work` are passed on
 */
export async function withClient<T>(database: PostgresDatabase, work: (client: Client) => Promise<T>): Promise<T> {
  const config = await connectionConfig(database);
  const client = new Client(config);
  // Ignores errors of an idle connection, which would end the process.
  client.on('error', () => {});
  await client.connect().catch((cause: unknown) => {
    throw connectionError(cause, database);
  });
  try {
    await refusePooled(client, { database, config });
    return await work(client);
  } catch (cause) {
    if (codeOf(cause) !== sqlState.readOnly) throw cause;
    throw new GenlockError({ code: 'DATA_READ_ONLY', message: `${database.label} accepts no changes` }, { cause });
  } finally {
    await client.end().catch(() => {});
  }
}

/** Returns PostgreSQL's error code, or the system's code for a failed connection. */
export function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/**
 * Converts a connection error, with the matching Prisma code.
 *
 * @returns `DATA_ACCESS_DENIED` (P1000, P1010), `DATA_ABSENT` (P1003) or `DATA_UNREACHABLE` (P1001, P1011, P2037)
 */
export function connectionError(cause: unknown, { label, name, user }: PostgresDatabase): GenlockError {
  const code = codeOf(cause) ?? '';
  const said = cause instanceof Error && cause.message !== '' ? cause.message : code;
  const made = (problem: ConstructorParameters<typeof GenlockError>[0]) => new GenlockError(problem, { cause });
  if (code === '28P01' || code === '28000')
    return made({ code: 'DATA_ACCESS_DENIED', message: `P1000: ${label} refuses the user ${user}: ${said}` });
  if (code === sqlState.denied)
    return made({ code: 'DATA_ACCESS_DENIED', message: `P1010: ${label} refuses the user ${user}: ${said}` });
  if (code === sqlState.databaseMissing)
    return made({ code: 'DATA_ABSENT', message: `P1003: there is no database ${name} at ${label}` });
  if (code === '53300') return made({ code: 'DATA_UNREACHABLE', message: `P2037: ${label}: ${said}` });
  const prismaCode = /SSL|TLS|certificate/i.test(said) ? 'P1011' : 'P1001';
  return made({
    code: 'DATA_UNREACHABLE',
    message: `${prismaCode}: ${label} can't be reached: ${said}`,
    hint: 'Check that the server runs, and host, port and sslmode in DATABASE_URL.',
  });
}
