import { resolve } from 'node:path';
import { GenlockError } from '../errors/error.ts';
import { type PostgresDatabase, parsePostgresUrl } from './postgres-url.ts';

/** What a schema's datasource says, of those migrations work on. */
export type Provider = Database['provider'];

/** A database as `DATABASE_URL` names it. */
export type Database = FileDatabase | PostgresDatabase;

/** An SQLite database: one file on this machine. */
export interface FileDatabase {
  readonly provider: 'sqlite';
  /** Absolute path of the file; it need not exist. */
  readonly path: string;
  /** What the driver opens: `file:` and the escaped absolute path. */
  readonly url: string;
}

/**
 * The one reading of `DATABASE_URL`. A path after `file:` is relative to the project's root, as the specification says,
 * and what follows `?` is Prisma's own and dropped. Percent escapes are decoded, as the driver does at run time.
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

/** A database as people are told of it: the file's absolute path, or a server's URL without user and password. */
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

/** The URL itself may hold a password and isn't repeated. */
function invalid(reason: string): GenlockError {
  return new GenlockError({ code: 'DATA_URL_INVALID', message: `DATABASE_URL can't be used: ${reason}` });
}
