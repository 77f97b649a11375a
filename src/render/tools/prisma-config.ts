import type { Emitter } from '../emitter.ts';

const start = String.raw`try {
  process.loadEnvFile();
} catch {
  // Without an .env file everything comes from the environment itself.
}

// These commands look for a schema engine although they need none; any program will do, and none is downloaded.
if (/^(generate|validate|format)$/.test(process.argv[2] ?? '')) {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;
}

`;

/** A plain object: "prisma/config" belongs to Prisma's command line, which npx installs elsewhere. */
const sql = `export default {
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations', seed: 'node scripts/task.mjs prisma/seed.ts' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
};
`;

/** MongoDB has no migrations, and Prisma 6 reads the URL where the schema says. */
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
