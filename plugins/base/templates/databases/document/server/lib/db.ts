import { omitted } from '../generated/omitted';
import { type Prisma, PrismaClient } from '../generated/prisma/client';
import { env } from './env';

// Typed like the client of a transaction, which does not know the omitted fields.
const omit: Prisma.GlobalOmitConfig = omitted;

/** The database client, shared by the whole process. */
export const db = new PrismaClient({ datasourceUrl: env.DATABASE_URL, omit });

/** Connects, so that an unreachable database is detected before the first request. */
export async function prepareDatabase(): Promise<void> {
  await db.$connect();
}

/** @throws if the database does not respond */
export async function pingDatabase(): Promise<void> {
  await db.$runCommandRaw({ ping: 1 });
}

/** MongoDB has no migrations. */
export async function appliedMigrations(): Promise<readonly string[] | undefined> {
  return [];
}
