import { omitted } from '../generated/omitted';
import { Prisma, PrismaClient } from '../generated/prisma/client';
import { env } from './env';
import { LiteralLike } from './like';

// Prints decimals without an exponent: 0.0000001 instead of 1e-7.
Prisma.Decimal.set({ toExpNeg: -1000, toExpPos: 1000 });

/** The database client, shared by the whole process. */
export const db = new PrismaClient({
  omit: omitted,
  adapter: new LiteralLike({ url: env.DATABASE_URL, intMode: 'bigint', timeout: 5000 }),
});

/** Returns the name of a model’s table, for raw queries. */
export function tableOf(model: Prisma.ModelName): Prisma.Sql {
  return Prisma.raw(`"${model}"`);
}

/** Enables concurrent reads during a write (WAL mode). The database file stores the mode. */
export async function prepareDatabase(): Promise<void> {
  await db.$queryRaw`PRAGMA journal_mode = WAL`;
}

/** @throws if the database does not respond */
export async function pingDatabase(): Promise<void> {
  await db.$queryRaw`SELECT 1`;
}

/** Names of the applied migrations; `undefined` if the database has no migration history. */
export async function appliedMigrations(): Promise<readonly string[] | undefined> {
  const tables = await db.$queryRaw<unknown[]>`
    SELECT name FROM sqlite_master WHERE name = '_prisma_migrations'`;
  if (tables.length === 0) return undefined;
  const rows = await db.$queryRaw<{ migration_name: string }[]>`
    SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`;
  return rows.map((row) => row.migration_name);
}
