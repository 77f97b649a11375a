import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { afterAll } from 'vitest';

// Every test file gets a database of its own, made by the project's migrations.
const folder = mkdtempSync(join(tmpdir(), 'test-'));
process.env.DATABASE_URL = `file:${join(folder, 'test.db')}`;
process.env.LOG_LEVEL = 'silent';
await migrate(process.env.DATABASE_URL);

afterAll(async () => {
  const { db } = await import('../../server/lib/db');
  await db.$disconnect();
  rmSync(folder, { recursive: true, force: true });
});

async function migrate(url: string): Promise<void> {
  const client = createClient({ url });
  for (const migration of migrations()) {
    const path = join('prisma/migrations', migration, 'migration.sql');
    await client.executeMultiple(readFileSync(path, 'utf8'));
  }
  client.close();
}

function migrations(): string[] {
  try {
    const entries = readdirSync('prisma/migrations', { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .toSorted();
  } catch (cause) {
    throw new Error(
      'The tests run on the migrations, and there are none yet: npx genlock db migrate dev --name init',
      { cause },
    );
  }
}
