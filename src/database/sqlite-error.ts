import { DriverAdapterError, isDriverAdapterError, type MappedError } from '@prisma/driver-adapter-utils';
import type { DriverFailure } from './driver.ts';

const busy = 5;
const notADatabase = 26;
/** Violations of a primary key and of another unique constraint. */
const uniqueViolations = new Set([1555, 2067]);

/** An SQLite error about a script or query. */
interface SqliteFailure extends DriverFailure {
  /** SQLite's result code, e.g. 5 for a held lock. */
  readonly resultCode: number;
}

/** Returns the verdict for a locked database or a file that is not an SQLite database. */
function verdictOn(resultCode: number, message: string): DriverFailure['verdict'] {
  if ((resultCode & 0xff) === busy) return { code: 'DATA_BUSY', message: 'P1008: the database is locked' };
  if ((resultCode & 0xff) === notADatabase) return { code: 'DATA_NOT_A_DATABASE', message };
  return undefined;
}

/** Returns the failure of a driver error; `undefined` for other errors. */
export function failureOf(error: unknown, sql: string): SqliteFailure | undefined {
  if (!(error instanceof Error) || !isDriverAdapterError(error)) return undefined;
  const { originalCode, originalMessage } = error.cause;
  const message = (originalMessage ?? error.message).replace(/^SQLITE_[A-Z_]+: /, '');
  const resultCode = Number(originalCode ?? 1);
  const verdict = verdictOn(resultCode, message);
  return { sql, message, resultCode, ...(verdict === undefined ? {} : { verdict }) };
}

/** Returns Prisma's code for rows that break a unique constraint. The engine does not see errors of held steps. */
export function prismaCodeOf({ resultCode }: SqliteFailure): { readonly code?: string } {
  return uniqueViolations.has(resultCode) ? { code: 'P2002' } : {};
}

/** Returns the name of the missing table, if the failure is about a missing table. */
export function missingTable({ message }: SqliteFailure): string | undefined {
  return /^no such table: (?:main\.)?(.+)$/.exec(message)?.[1];
}

/**
 * Converts a driver error to an error that the engine understands. The driver adds a prefix to messages, so the engine
 * cannot detect a missing table or column. The engine also cannot decode some of the driver's error kinds.
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
