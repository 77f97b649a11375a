import type { ErrorCode } from '../errors/codes.ts';
import { GenlockError, type Problem } from '../errors/error.ts';
import type { DriverFailure } from './driver.ts';
import { lockName, migrationsFolder } from './migration-folder.ts';

/** Error codes by Prisma code. Codes that are not listed become `DATA_ENGINE`. */
const codes: Readonly<Record<string, ErrorCode>> = {
  P1000: 'DATA_ACCESS_DENIED',
  P1001: 'DATA_UNREACHABLE',
  P1003: 'DATA_ABSENT',
  P1008: 'DATA_BUSY',
  P1010: 'DATA_ACCESS_DENIED',
  P1012: 'DATA_SCHEMA_INVALID',
  P3005: 'DATA_NOT_EMPTY',
  P3006: 'DATA_MIGRATION_FAILED',
  P3009: 'DATA_MIGRATION_PENDING_FAILED',
  P3014: 'DATA_CREATE_DENIED',
  P3015: 'DATA_MIGRATION_UNREADABLE',
  P3018: 'DATA_MIGRATION_FAILED',
  P3019: 'DATA_PROVIDER_MISMATCH',
};

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
  if (migration !== undefined && prismaCode !== 'P3006') {
    return made('DATA_MIGRATION_FAILED', {
      message: `P3018: migration ${migration} failed: ${failure?.message}`,
      cause,
    });
  }
  const code = codes[prismaCode ?? ''] ?? 'DATA_ENGINE';
  const where = code === 'DATA_PROVIDER_MISMATCH' ? { where: { file: `${migrationsFolder}/${lockName}` } } : {};
  return made(code, { message: prismaCode === undefined ? message : `${prismaCode}: ${message}`, cause, ...where });
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
