// Generates server/generated/prisma from prisma/schema, as "prisma generate" does, without Prisma's command line.
import { createRequire } from 'node:module';

// The ES modules of these packages can't be loaded by Node.js.
const require = createRequire(import.meta.url);
const { PrismaClientTsGenerator } = require('@prisma/client-generator-ts');
const { getGenerators } = require('@prisma/internals');

try {
  const generators = await getGenerators({
    schemaPath: 'prisma/schema',
    registry: {
      'prisma-client': { type: 'in-process', generator: new PrismaClientTsGenerator() },
    },
  });
  for (const generator of generators) {
    await generator.generate();
    generator.stop();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
