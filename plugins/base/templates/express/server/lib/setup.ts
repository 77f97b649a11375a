import { existsSync, readdirSync } from 'node:fs';
import { Prisma } from '../generated/prisma/client';
import { appliedMigrations, db, pingDatabase } from './db';
import { databaseProblem, migrationProblem } from './database-problem';
import { env } from './env';
import type { SetupProblem } from './setup-problem';

/**
 * Finds what keeps the database from serving this version of the application: it does not answer, a migration is
 * pending, or a table is missing. Returns `undefined` if the database is usable.
 *
 * @throws other errors of the database
 */
export async function findSetupProblem(): Promise<SetupProblem | undefined> {
  try {
    await pingDatabase();
    const applied = await appliedMigrations();
    // Without a history, only the tables show whether the schema was applied.
    if (applied === undefined || env.NODE_ENV === 'development') await readEveryTable();
    const pending = applied && migrations().filter((name) => !applied.includes(name));
    return pending?.length ? migrationProblem(countText(pending.length)) : undefined;
  } catch (error) {
    const problem = databaseProblem(error);
    if (problem === undefined) throw error;
    return problem;
  }
}

function countText(count: number): string {
  return count === 1 ? 'A migration is pending.' : `${count} migrations are pending.`;
}

/** Names of the migrations that the application was released with; an image without the folder has none. */
function migrations(): string[] {
  const folder = 'prisma/migrations';
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => existsSync(`${folder}/${name}/migration.sql`));
}

interface Delegate {
  findFirst(): Promise<unknown>;
}

/** @throws if a table or a column is missing; errors about the records themselves are ignored */
async function readEveryTable(): Promise<void> {
  const delegates = db as unknown as Readonly<Record<string, Delegate>>;
  const names = Object.keys(Prisma.ModelName).map(
    (name) => name.charAt(0).toLowerCase() + name.slice(1),
  );
  const results = await Promise.allSettled(names.map((name) => delegates[name]?.findFirst()));
  for (const result of results) {
    if (result.status === 'rejected' && databaseProblem(result.reason)) throw result.reason;
  }
}
