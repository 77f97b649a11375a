import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { env } from './env';
import { genlock, SetupProblem } from './setup-problem';

const migrate = () =>
  env.NODE_ENV === 'production' ? 'npm run migrate' : genlock('db migrate dev');

export function migrationProblem(message: string): SetupProblem {
  return new SetupProblem(message, { code: 'migration_pending', command: migrate() });
}

/** Recognizes an error that the setup of the database causes; `undefined` for other errors. */
export function databaseProblem(error: unknown): SetupProblem | undefined {
  if (error instanceof SetupProblem) return error;
  if (!(error instanceof Error)) return undefined;
  const missing = /no such (table|column): (?:main\.)?([\w.]+)|has no column named (\w+)/.exec(
    error.message,
  );
  if (missing !== null) {
    const [, kind = 'column', name = missing[3]] = missing;
    return migrationProblem(`The database has no ${kind} ${name}.`);
  }
  if (/Unable to open connection|SQLITE_CANTOPEN/.test(error.message)) return unopened();
  if (/SQLITE_READONLY/.test(error.message)) return unopened();
  if (/SQLITE_NOTADB/.test(error.message)) {
    return new SetupProblem(`The file ${path()} is not an SQLite database.`, {
      code: 'database_unreachable',
      advice: 'Move the file away, or correct DATABASE_URL in .env.',
    });
  }
  return undefined;
}

function unopened(): SetupProblem {
  const folder = dirname(path());
  if (!existsSync(folder)) {
    const message = `The folder ${folder} of the database does not exist.`;
    return new SetupProblem(message, { code: 'database_missing', command: migrate() });
  }
  return new SetupProblem(`The database file ${path()} cannot be opened for writing.`, {
    code: 'database_unreachable',
    advice: 'Make the file and its folder writable, or correct DATABASE_URL in .env.',
  });
}

function path(): string {
  return env.DATABASE_URL.replace(/^file:/, '').replace(/\?.*$/, '');
}
