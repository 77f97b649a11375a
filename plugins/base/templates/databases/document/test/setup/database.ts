import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, vi } from 'vitest';

try {
  process.loadEnvFile();
} catch {
  // Without an .env file, only environment variables apply.
}

// Each test file uses a separate database on the configured server.
const server = process.env.MONGODB_URL || process.env.DATABASE_URL;
const url = new URL(server ?? 'mongodb://localhost/none');
url.pathname = `/test_${randomBytes(8).toString('hex')}`;

// Set before the first server module reads the environment.
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
  // The real client loads the engine immediately.
  vi.doMock('../../server/lib/db', () => ({ db: {} }));
}

/** Creates unique indexes with Prisma’s engine. Returns the error message if this fails. */
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
