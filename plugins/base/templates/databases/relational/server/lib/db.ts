import { PrismaPg } from '@prisma/adapter-pg';
import { omitted } from '../generated/omitted';
import { Prisma, PrismaClient } from '../generated/prisma/client';
import { parseDatabaseUrl } from './database-url';
import { env } from './env';

// Prints decimals without an exponent: 0.0000001 instead of 1e-7.
Prisma.Decimal.set({ toExpNeg: -1000, toExpPos: 1000 });

const { pool, schema } = parseDatabaseUrl(env.DATABASE_URL);

/** The database client and its connection pool, shared by the whole process. */
export const db = new PrismaClient({
  omit: omitted,
  adapter: new PrismaPg(pool, { schema }),
});

/** Returns the name of a model’s table, for raw queries. */
export function tableOf(model: Prisma.ModelName): Prisma.Sql {
  return Prisma.raw(`"${schema.replaceAll('"', '""')}"."${model}"`);
}

/** Connects, so that an unreachable database is detected before the first request. */
export async function prepareDatabase(): Promise<void> {
  await pingDatabase();
}

/** @throws if the database does not respond */
export async function pingDatabase(): Promise<void> {
  await db.$queryRaw`SELECT 1`;
}

/** Names of the applied migrations; `undefined` if the database has no migration history. */
export async function appliedMigrations(): Promise<readonly string[] | undefined> {
  const table = `"${schema.replaceAll('"', '""')}"."_prisma_migrations"`;
  const [{ history } = {}] = await db.$queryRaw<{ history?: string | null }[]>`
    SELECT to_regclass(${table})::text AS history`;
  if (!history) return undefined;
  const rows = await db.$queryRaw<{ migration_name: string }[]>`
    SELECT migration_name FROM ${Prisma.raw(table)} WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`;
  return rows.map((row) => row.migration_name);
}
