import type { Emitter } from '../emitter.ts';
import { staticFile } from '../static-file.ts';

/**
 * `prisma.config.ts`. SQL projects export a plain object, because npx installs "prisma/config" with the Prisma CLI
 * elsewhere. MongoDB has no migrations, and Prisma 6 reads the URL from the schema.
 */
export const prismaConfig: Emitter = function* ({ config }) {
  const path = 'prisma.config.ts';
  yield { path, content: staticFile(config.database === 'document' ? `document/${path}` : path) };
};
