import type { Emitter } from '../emitter.ts';

const text = String.raw`import { defineConfig } from 'prisma/config';

try {
  process.loadEnvFile();
} catch {
  // Without an .env file everything comes from the environment itself.
}

// These commands look for a schema engine although they need none; any program will do, and none is downloaded.
if (/^(generate|validate|format)$/.test(process.argv[2] ?? '')) {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;
}

export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations', seed: 'node scripts/task.mjs prisma/seed.ts' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
});
`;

export const prismaConfig: Emitter = function* () {
  yield { path: 'prisma.config.ts', content: text };
};
