import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { afterAll, beforeEach } from 'vitest';
import { Prisma } from '../../server/generated/prisma/client';
import { parseDatabaseUrl } from '../../server/lib/database-url';

try {
  process.loadEnvFile();
} catch {
  // Without an .env file, only environment variables apply.
}

// Each test file uses a separate schema in the configured database, created by the migrations.
const server = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL;
const schema = `test_${randomBytes(8).toString('hex')}`;

// Set before the first server module reads the environment.
process.env.DATABASE_URL = urlOfSchema(server ?? 'postgresql://localhost/none');
process.env.LOG_LEVEL = 'silent';

if (server === undefined) {
  console.warn('NOT VERIFIED: set TEST_DATABASE_URL to a PostgreSQL database to run these tests.');
  beforeEach((test) => test.skip('not verified: TEST_DATABASE_URL is not set'));
} else {
  await execute([`CREATE SCHEMA "${schema}"`, ...migrations()]);
  afterAll(async () => {
    const { db } = await import('../../server/lib/db');
    await db.$disconnect();
    await execute([`DROP SCHEMA "${schema}" CASCADE`]);
  });
}

function urlOfSchema(text: string): string {
  const url = new URL(text);
  url.searchParams.set('schema', schema);
  return url.href;
}

async function execute(scripts: readonly string[]): Promise<void> {
  const { pool } = parseDatabaseUrl(urlOfSchema(server ?? ''));
  const adapter = await new PrismaPg({
    ...pool,
    max: 1,
    options: `-c search_path="${schema}"`,
  }).connect();
  for (const script of scripts) await adapter.underlyingDriver().query(script);
  await adapter.dispose();
}

function migrations(): string[] {
  const root = 'prisma/migrations';
  const names = existsSync(root) ? readdirSync(root).toSorted() : [];
  const files = names.map((name) => join(root, name, 'migration.sql')).filter(existsSync);
  if (files.length === 0 && Object.keys(Prisma.ModelName).length > 0) {
    throw new Error('The tests need a migration. Create one: genlock db migrate dev');
  }
  return files.map((file) => readFileSync(file, 'utf8'));
}
