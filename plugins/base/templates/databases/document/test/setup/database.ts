import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, vi } from 'vitest';

try {
  process.loadEnvFile();
} catch {
  // Without an .env file everything comes from the environment itself.
}

// Every test file gets a database of its own on the server the environment names.
const server = process.env.MONGODB_URL || process.env.DATABASE_URL;
const url = new URL(server ?? 'mongodb://localhost/none');
url.pathname = `/test_${randomBytes(8).toString('hex')}`;

// Read once, when the first module of the server is loaded.
process.env.DATABASE_URL = url.href;
process.env.LOG_LEVEL = 'silent';

const obstacle = server === undefined ? 'MONGODB_URL is not set' : makeIndexes();
if (obstacle === undefined) {
  afterAll(async () => {
    const { db } = await import('../../server/lib/db');
    await db.$runCommandRaw({ dropDatabase: 1 });
    await db.$disconnect();
  });
} else {
  console.warn(`NOT VERIFIED, these tests need a MongoDB replica set: ${obstacle}`);
  beforeEach((test) => test.skip(`not verified: ${obstacle}`));
  // The client itself looks for the engine as soon as it is made.
  vi.doMock('../../server/lib/db', () => ({ db: {} }));
}

/** Unique indexes come from Prisma's own engine. Returns why it couldn't make them. */
function makeIndexes(): string | undefined {
  try {
    execFileSync(
      process.execPath,
      ['node_modules/prisma/build/index.js', 'db', 'push', '--skip-generate'],
      {
        encoding: 'utf8',
        stdio: 'pipe',
      },
    );
    return undefined;
  } catch (error) {
    return String(error).trim().split('\n').at(-1);
  }
}
