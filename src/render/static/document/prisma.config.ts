import { defineConfig } from 'prisma/config';

try {
  process.loadEnvFile();
} catch {
  // Without an .env file, only environment variables apply.
}

// These commands require an engine path but never use the engine. Any path avoids the download.
if (/^(generate|validate|format)$/.test(process.argv[2] ?? '')) {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;
}

export default defineConfig({
  schema: 'prisma/schema',
  migrations: { seed: 'node scripts/task.mjs prisma/seed.ts' },
});
