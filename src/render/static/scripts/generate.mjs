// Generates server/generated/prisma from prisma/schema, as "prisma generate" does, without Prisma's command line. Does
// nothing if neither the schema nor the generator has changed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

// The ES modules of Prisma's packages can't be loaded by Node.js.
const require = createRequire(import.meta.url);
const schema = 'prisma/schema';
const client = 'server/generated/prisma';
/** The generator deletes this file with the rest of the folder. */
const kept = join(client, 'schema.sha256');

try {
  const digest = digestOfSources();
  const isCurrent = existsSync(kept) && readFileSync(kept, 'utf8') === digest;
  if (!isCurrent) {
    await generate();
    if (existsSync(client)) writeFileSync(kept, digest);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function digestOfSources() {
  const generator = dirname(require.resolve('@prisma/client-generator-ts'));
  const names = readdirSync(schema, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name.endsWith('.prisma')).toSorted();
  const hash = createHash('sha256').update(readFileSync(join(generator, '../package.json')));
  for (const file of files) {
    hash.update(JSON.stringify([file, readFileSync(join(schema, file), 'utf8')]));
  }
  return hash.digest('hex');
}

async function generate() {
  const { PrismaClientTsGenerator } = require('@prisma/client-generator-ts');
  const { getGenerators } = require('@prisma/internals');
  const generators = await getGenerators({
    schemaPath: schema,
    registry: {
      'prisma-client': { type: 'in-process', generator: new PrismaClientTsGenerator() },
    },
  });
  for (const generator of generators) {
    await generator.generate();
    generator.stop();
  }
}
