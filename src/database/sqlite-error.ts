import { DriverAdapterError, isDriverAdapterError, type MappedError } from '@prisma/driver-adapter-utils';

const busy = 5;
const notADatabase = 26;

/** What SQLite said about a script or a query. */
export interface SqliteFailure {
  readonly sql: string;
  readonly message: string;
  /** SQLite's result code, e.g. 5 for a held lock. */
  readonly resultCode: number;
}

/** Another connection holds the database. */
export function isBusy({ resultCode }: SqliteFailure): boolean {
  return (resultCode & 0xff) === busy;
}

/** The file's content isn't SQLite's. */
export function isNotADatabase({ resultCode }: SqliteFailure): boolean {
  return (resultCode & 0xff) === notADatabase;
}

/** The failure behind a driver's error; `undefined` if the error isn't the driver's. */
export function failureOf(error: unknown, sql: string): SqliteFailure | undefined {
  if (!(error instanceof Error) || !isDriverAdapterError(error)) return undefined;
  const { originalCode, originalMessage } = error.cause;
  const message = (originalMessage ?? error.message).replace(/^SQLITE_[A-Z_]+: /, '');
  return { sql, message, resultCode: Number(originalCode ?? 1) };
}

/** The name of the missing table, if that is what the failure is about. */
export function missingTable({ message }: SqliteFailure): string | undefined {
  return /^no such table: (?:main\.)?(.+)$/.exec(message)?.[1];
}

/**
 * The driver's error in words the engine understands. The driver prefixes its messages, so a missing table or column
 * isn't recognised as such, and the engine cannot decode a few of the kinds the driver uses.
 */
export function engineReadable(failure: SqliteFailure): DriverAdapterError {
  const table = missingTable(failure);
  if (table !== undefined) return withOriginal({ kind: 'TableDoesNotExist', table }, failure);
  const column = /^no such column: (.+)$/.exec(failure.message)?.[1];
  if (column !== undefined) return withOriginal({ kind: 'ColumnNotFound', column }, failure);
  return withOriginal({ kind: 'sqlite', extendedCode: failure.resultCode, message: failure.message }, failure);
}

function withOriginal(mapped: MappedError, { message, resultCode }: SqliteFailure): DriverAdapterError {
  return new DriverAdapterError({ ...mapped, originalCode: String(resultCode), originalMessage: message });
}
