import type { Emitter } from '../emitter.ts';
import { staticFile } from '../static-file.ts';

/** The project's script that generates the Prisma client, from the root. */
export const generateScript = 'scripts/generate.mjs';

/** MongoDB projects use Prisma 6, whose command line is small, instead of this script. */
export const generateClient: Emitter = function* ({ config }) {
  if (config.database !== 'document') yield { path: generateScript, content: staticFile(generateScript) };
};
