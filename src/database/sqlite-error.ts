import { DriverAdapterError, isDriverAdapterError, type MappedError } from '@prisma/driver-adapter-utils';
import type { DriverFailure } from './driver.ts';

const busy = 5;
const notADatabase = 26;

/** What SQLite said about a script or a query. */
interface SqliteFailure extends DriverFailure {
  /** SQLite's result code, e.g. 5 for a held lock. */
  readonly resultCode: number;
}

/** Where another connection holds the database, or the file's content isn't SQLite's. */
function verdictOn(resultCode: number, message: string): DriverFailure['verdict'] {
  if ((resultCode & 0xff) === busy) return { code: 'DATA_BUSY', message: 'P1008: the database is locked' };
  if ((resultCode & 0xff) === notADatabase) return { code: 'DATA_NOT_A_DATABASE', message };
  return undefined;
}

/** The failure behind a driver's error; `undefined` if the error isn't the driver's. */
export function failureOf(error: unknown, sql: string): SqliteFailure | undefined {
  if (!(error instanceof Error) || !isDriverAdapterError(error)) return undefined;
  const { originalCode, originalMessage } = error.cause;
  const message = (originalMessage ?? error.message).replace(/^SQLITE_[A-Z_]+: /, '');
  const resultCode = Number(originalCode ?? 1);
  const verdict = verdictOn(resultCode, message);
  return { sql, message, resultCode, ...(verdict === undefined ? {} : { verdict }) };
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
