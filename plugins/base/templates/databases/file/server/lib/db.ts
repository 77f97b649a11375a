import { PrismaLibSql } from '@prisma/adapter-libsql';
import { omitted } from '../generated/omitted';
import { Prisma, PrismaClient } from '../generated/prisma/client';
import { env } from './env';

// Decimals go out as they came in: 0.0000001, never 1e-7.
Prisma.Decimal.set({ toExpNeg: -1000, toExpPos: 1000 });

/** The database: one client for the whole process. */
export const db = new PrismaClient({
  omit: omitted,
  adapter: new PrismaLibSql({ url: env.DATABASE_URL, intMode: 'bigint', timeout: 5000 }),
});

/** Lets readers and a writer work side by side. The database file remembers it. */
export async function prepareDatabase(): Promise<void> {
  await db.$queryRaw`PRAGMA journal_mode = WAL`;
}

/** @throws if the database doesn't answer */
export async function pingDatabase(): Promise<void> {
  await db.$queryRaw`SELECT 1`;
}
