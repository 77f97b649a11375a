import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { afterAll } from 'vitest';
import { Prisma } from '../../server/generated/prisma/client';

// Each test file uses a separate database, created by the migrations.
const folder = mkdtempSync(join(tmpdir(), 'test-'));
const url = `file:${join(folder, 'test.db')}`;
await migrate(url);

// Set before the first server module reads the environment.
process.env.DATABASE_URL = url;
process.env.LOG_LEVEL = 'silent';

afterAll(async () => {
  const { db } = await import('../../server/lib/db');
  await db.$disconnect();
  rmSync(folder, { recursive: true, force: true });
});

async function migrate(database: string): Promise<void> {
  const client = createClient({ url: database });
  await client.execute('PRAGMA journal_mode = WAL');
  for (const file of migrations()) await client.executeMultiple(readFileSync(file, 'utf8'));
  client.close();
}

function migrations(): string[] {
  const root = 'prisma/migrations';
  const names = existsSync(root) ? readdirSync(root).toSorted() : [];
  const files = names.map((name) => join(root, name, 'migration.sql')).filter(existsSync);
  if (files.length === 0 && Object.keys(Prisma.ModelName).length > 0) {
    throw new Error('The tests need a migration. Create one: genlock db migrate dev');
  }
  return files;
}
