import { omitted } from '../generated/omitted';
import { PrismaClient } from '../generated/prisma/client';
import { env } from './env';

/** The database: one client for the whole process. */
export const db = new PrismaClient({ datasourceUrl: env.DATABASE_URL, omit: omitted });

/** Connects, so that a database that can't be reached is noticed before the first request. */
export async function prepareDatabase(): Promise<void> {
  await db.$connect();
}

/** @throws if the database doesn't answer */
export async function pingDatabase(): Promise<void> {
  await db.$runCommandRaw({ ping: 1 });
}

/** MongoDB has no migrations. */
export async function appliedMigrations(): Promise<readonly string[] | undefined> {
  return [];
}
