import type { Emitter } from '../emitter.ts';

const start = String.raw`try {
  process.loadEnvFile();
} catch {
  // Without an .env file, only environment variables apply.
}

// These commands require an engine path but never use the engine. Any path avoids the download.
if (/^(generate|validate|format)$/.test(process.argv[2] ?? '')) {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;
}

`;

/** A plain object, because npx installs "prisma/config" with the Prisma CLI elsewhere. */
const sql = `export default {
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations', seed: 'node scripts/task.mjs prisma/seed.ts' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
};
`;

/** MongoDB has no migrations. Prisma 6 reads the URL from the schema. */
const documentImport = `import { defineConfig } from 'prisma/config';

`;

const document = `export default defineConfig({
  schema: 'prisma/schema',
  migrations: { seed: 'node scripts/task.mjs prisma/seed.ts' },
});
`;

export const prismaConfig: Emitter = function* ({ config }) {
  yield {
    path: 'prisma.config.ts',
    content: config.database === 'document' ? documentImport + start + document : start + sql,
  };
};
