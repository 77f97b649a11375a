import { resolve } from 'node:path';
import { GenlockError } from '../errors/error.ts';
import { type PostgresDatabase, parsePostgresUrl } from './postgres-url.ts';

/** The database provider in a schema's datasource. Only providers with migrations. */
export type Provider = Database['provider'];

/** The database in `DATABASE_URL`. */
export type Database = FileDatabase | PostgresDatabase;

/** An SQLite database: one file on this machine. */
export interface FileDatabase {
  readonly provider: 'sqlite';
  /** The absolute path of the file. The file may be missing. */
  readonly path: string;
  /** The URL for the driver: `file:` and the escaped absolute path. */
  readonly url: string;
}

/**
 * Parses `DATABASE_URL`. All database commands use this function. A path after `file:` is relative to the project's
 * root. The part after `?` contains Prisma options and is dropped. Percent escapes are decoded, as in the driver.
 *
 * @param root absolute path of the project
 * @throws GenlockError `DATA_URL_INVALID`; `DATA_KIND_UNSUPPORTED` for the URL of another kind of server.
 */
export function parseDatabaseUrl(url: string, root: string): Database {
  const scheme = /^[a-z][a-z+.-]*:/i.exec(url)?.[0].toLowerCase();
  if (scheme === 'postgresql:' || scheme === 'postgres:') return parsePostgresUrl(url);
  if (scheme === 'mongodb:' || scheme === 'mongodb+srv:') {
    throw new GenlockError({
      code: 'DATA_KIND_UNSUPPORTED',
      message: `DATABASE_URL points to a MongoDB server (${scheme}//…)`,
    });
  }
  const target = /^file:(?:\/\/(?:localhost)?(?=\/))?([^?#]*)/i.exec(url)?.[1];
  if (target === undefined) throw invalid('it starts neither with file: nor with postgresql:');
  const path = decoded(target);
  if (path === '' || path.endsWith('/') || path.startsWith('//')) throw invalid('no file is named after file:');
  if (path === ':memory:') throw invalid('a database in memory is gone when the command ends');
  return fileDatabase(resolve(root, path));
}

/** @param path absolute */
export function fileDatabase(path: string): FileDatabase {
  const escaped = path.replaceAll('\\', '/').replaceAll(/[%?#]/g, (char) => encodeURIComponent(char));
  return { provider: 'sqlite', path, url: `file:${escaped}` };
}

/**
 * Returns the label of a database for messages: the file's absolute path, or a server's URL without user and password.
 */
export function databaseLabel(database: Database): string {
  return database.provider === 'sqlite' ? database.path : database.label;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid('a % in a path is written %25');
  }
}

/** The error does not contain the URL, which can include a password. */
function invalid(reason: string): GenlockError {
  return new GenlockError({ code: 'DATA_URL_INVALID', message: `DATABASE_URL can't be used: ${reason}` });
}
