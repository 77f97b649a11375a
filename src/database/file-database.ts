import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createClient } from '@libsql/client';
import { GenlockError } from '../errors/error.ts';
import type { FileDatabase } from './database-url.ts';
import type { DatabaseState } from './driver.ts';

/** How long a statement waits for a lock, in milliseconds. */
export const lockTimeout = 5000;

/**
 * Returns the state of the database file without creating it.
 *
 * @throws GenlockError `DATA_UNREACHABLE`, `DATA_NOT_A_DATABASE`, `DATA_BUSY`
 */
export async function databaseState(database: FileDatabase): Promise<DatabaseState> {
  const file = await stat(database.path).catch((cause: unknown) => {
    if (codeOf(cause) === 'ENOENT') return undefined;
    throw openError(cause);
  });
  if (file === undefined) return 'absent';
  try {
    const client = createClient({ url: database.url, timeout: lockTimeout });
    try {
      const { rows } = await client.execute(userTables);
      return rows.length === 0 ? 'empty' : 'in use';
    } finally {
      client.close();
    }
  } catch (cause) {
    throw openError(cause);
  }
}

const userTables = `SELECT name FROM sqlite_master
  WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> '_prisma_migrations'`;

/**
 * Creates the parent folder of the database. The driver creates the file but not the folder.
 *
 * @throws GenlockError `DATA_UNREACHABLE`
 */
export async function makeDatabaseFolder(database: FileDatabase): Promise<void> {
  await mkdir(dirname(database.path), { recursive: true }).catch((cause: unknown) => {
    throw openError(cause);
  });
}

/** Converts a system or driver error from opening a database. */
export function openError(cause: unknown): GenlockError {
  if (cause instanceof GenlockError) return cause;
  const message = cause instanceof Error ? cause.message.replace(/^SQLITE_[A-Z_]+: /, '') : String(cause);
  const code = codeOf(cause);
  if (code === 'SQLITE_BUSY') return new GenlockError({ code: 'DATA_BUSY', message: `P1008: ${message}` }, { cause });
  if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT')
    return new GenlockError({ code: 'DATA_NOT_A_DATABASE', message }, { cause });
  return new GenlockError({ code: 'DATA_UNREACHABLE', message: `P1001: ${message}` }, { cause });
}

function codeOf(cause: unknown): unknown {
  return cause instanceof Error && 'code' in cause ? cause.code : undefined;
}
