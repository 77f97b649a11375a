import type { ErrorCode } from '../errors/codes.ts';
import { GenlockError, type Problem } from '../errors/error.ts';
import type { DriverFailure } from './driver.ts';
import { lockName, migrationsFolder } from './migration-folder.ts';

/** The meaning of an error of Prisma or PostgreSQL. */
export interface KnownError {
  readonly code: ErrorCode;
  /** The fix, if the hint of the code is too general. */
  readonly hint?: string;
}

/** Errors that users can cause, by Prisma's code or PostgreSQL's SQLSTATE. Other errors become `DATA_ENGINE`. */
export const knownErrors: Readonly<Record<string, KnownError>> = {
  P1000: { code: 'DATA_ACCESS_DENIED' },
  P1001: { code: 'DATA_UNREACHABLE' },
  P1002: { code: 'DATA_BUSY' },
  P1003: { code: 'DATA_ABSENT' },
  P1008: { code: 'DATA_BUSY' },
  P1010: { code: 'DATA_ACCESS_DENIED' },
  P1011: {
    code: 'DATA_UNREACHABLE',
    hint: 'Check sslmode and sslrootcert in DATABASE_URL, and the server certificate.',
  },
  P1012: { code: 'DATA_SCHEMA_INVALID' },
  P1017: {
    code: 'DATA_UNREACHABLE',
    hint: 'The server closed the connection. Read its log, then run the command again.',
  },
  P2002: {
    code: 'DATA_UNEXECUTABLE',
    hint: 'Rows share a value that must be unique. Change or delete these rows, then run the command again.',
  },
  P3005: { code: 'DATA_NOT_EMPTY' },
  P3006: { code: 'DATA_MIGRATION_FAILED' },
  P3009: { code: 'DATA_MIGRATION_PENDING_FAILED' },
  P3014: { code: 'DATA_CREATE_DENIED' },
  P3015: { code: 'DATA_MIGRATION_UNREADABLE' },
  P3018: { code: 'DATA_MIGRATION_FAILED' },
  P3019: { code: 'DATA_PROVIDER_MISMATCH' },
  P4002: {
    code: 'DATA_ENGINE',
    hint: 'Drop the foreign key to the other schema, or move its table into the schema of DATABASE_URL.',
  },
  '25006': { code: 'DATA_READ_ONLY' },
  '2BP01': {
    code: 'DATA_UNEXECUTABLE',
    hint: 'A view or another object uses the column or table. Drop that object, then run the command again.',
  },
  '42501': {
    code: 'DATA_ACCESS_DENIED',
    hint: 'Make the user of DATABASE_URL the owner of the schema and its tables, or grant it the missing permission.',
  },
  '53300': {
    code: 'DATA_UNREACHABLE',
    hint: 'Close other connections, or raise the connection limit of the server or user. A command needs three connections.',
  },
};

const rowsHint =
  'Rows violate the constraint. Change or delete these rows, then run the command again: it repeats this migration.';

/** The fix for a failed migration that can run again, by PostgreSQL's SQLSTATE. */
const repeatHints: Readonly<Record<string, string>> = {
  '23503': rowsHint,
  '23505':
    'Rows share a value that must be unique. Change or delete these rows, then run the command again: it repeats this migration and first drops the invalid index.',
  '23514': rowsHint,
};
const repeatHint =
  'Correct the cause, then run the command again: it repeats this migration. It is not marked as failed.';

/** The context of a failed engine call. */
export interface EngineFailure {
  /** The last database error during the call, if any. */
  readonly failure: DriverFailure | undefined;
  /** Returns the migration of a failing script. */
  readonly migrationOf: (script: string) => string | undefined;
}

/**
 * Converts an engine error. Prisma's code is added to the message, and the engine's trace is removed. When migrations
 * are applied, the engine does not report the failed migration, so it is found by the running script (Prisma's P3018).
 */
export function engineError(cause: unknown, { failure, migrationOf }: EngineFailure): GenlockError {
  if (cause instanceof GenlockError) return cause;
  const message = messageOf(cause);
  const prismaCode = codeOf(cause);
  if (failure?.verdict !== undefined) return made(failure.verdict.code, { message: failure.verdict.message, cause });
  const migration = failure === undefined ? undefined : migrationOf(failure.sql);
  if (failure !== undefined && migration !== undefined && prismaCode !== 'P3006') {
    return made('DATA_MIGRATION_FAILED', {
      message: `P3018: migration ${migration} failed: ${failure.message}`,
      cause,
      ...(failure.isRepeatable === true ? { hint: repeatHints[failure.sqlState ?? ''] ?? repeatHint } : {}),
    });
  }
  const known = knownErrors[prismaCode ?? ''] ?? knownErrors[failure?.sqlState ?? ''];
  const { code, hint } = known ?? { code: 'DATA_ENGINE' };
  // Prisma's message does not name the index.
  const said = prismaCode === 'P2002' ? (failure?.message ?? message) : message;
  return made(code, {
    message: prismaCode === undefined ? said : `${prismaCode}: ${said}`,
    cause,
    ...(hint === undefined ? {} : { hint }),
    ...(code === 'DATA_PROVIDER_MISMATCH' ? { where: { file: `${migrationsFolder}/${lockName}` } } : {}),
  });
}

function made(code: ErrorCode, { cause, ...rest }: Omit<Problem, 'code'> & { readonly cause: unknown }): GenlockError {
  return new GenlockError({ code, ...rest }, { cause });
}

function messageOf(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  return text
    .replace(/\n +0: [^]*$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
}
