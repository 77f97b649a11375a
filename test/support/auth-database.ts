/** The database of a server under test, read and changed through its driver, behind the application's back. */
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createClient } from '@libsql/client';
import { Client } from 'pg';
import type { AuthKind } from './auth-project.ts';
import { runFolder } from './run-folder.ts';
import { genlock } from './cli.ts';
import { once } from './once.ts';
import { freshDatabase } from './postgres.ts';
import { done } from './shop.ts';

type Value = string | number;
type Row = Readonly<Record<string, unknown>>;

export interface AuthDatabase {
  readonly url: string;
  /** Rows of one statement; `?` stands for the values, in their order. */
  readonly query: (statement: string, ...values: readonly Value[]) => Promise<readonly Row[]>;
  /** How many users and sessions there are. */
  readonly counts: () => Promise<{ readonly users: number; readonly sessions: number }>;
  readonly drop: () => Promise<void>;
}

/** A new database with the tables of the project at `root`. The first one of a run is migrated, the others are copies. */
export async function authDatabase(root: string, kind: AuthKind): Promise<AuthDatabase> {
  const template = await once(`${root}-database`, async () => {
    const url = kind === 'file' ? `file:${newFile()}` : (await freshDatabase()).url;
    done(await genlock(['db', 'migrate', 'deploy'], { cwd: root, env: { DATABASE_URL: url } }));
    return url;
  });
  const { url, query, drop } = kind === 'file' ? onFile(template) : await onPostgres(template);
  return {
    url,
    query,
    drop,
    counts: async () => {
      const [row] = await query(
        'SELECT (SELECT count(*) FROM "User") AS users, (SELECT count(*) FROM "Session") AS sessions',
      );
      return { users: Number(row?.['users']), sessions: Number(row?.['sessions']) };
    },
  };
}

/** Path of a file that does not exist yet, alone in its folder. */
function newFile(): string {
  const folder = join(runFolder(), `db-${randomBytes(6).toString('hex')}`);
  mkdirSync(folder);
  return join(folder, 'test.db');
}

function onFile(template: string) {
  const file = newFile();
  copyFileSync(template.slice('file:'.length), file);
  const url = `file:${file}`;
  const query = async (statement: string, ...values: readonly Value[]): Promise<readonly Row[]> => {
    const client = createClient({ url, timeout: 20_000 });
    try {
      const { rows } = await client.execute({ sql: statement, args: [...values] });
      return rows.map((row) => ({ ...row }));
    } finally {
      client.close();
    }
  };
  return { url, query, drop: async () => rmSync(dirname(file), { recursive: true, force: true }) };
}

async function onPostgres(template: string) {
  const database = await freshDatabase(template);
  const { url } = database;
  const query = async (statement: string, ...values: readonly Value[]): Promise<readonly Row[]> => {
    const client = new Client(url);
    await client.connect();
    try {
      let place = 0;
      const numbered = statement.replaceAll('?', () => `$${(place += 1)}`);
      return (await client.query(numbered, [...values])).rows as Row[];
    } finally {
      await client.end();
    }
  };
  return { url, query, drop: () => database.drop() };
}
