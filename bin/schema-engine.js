#!/usr/bin/env node
// Stands in for Prisma's own schema engine: PRISMA_SCHEMA_ENGINE_BINARY=<this file> npx prisma migrate …
const [major, minor] = process.versions.node.split('.').map(Number);

if (major >= 26 || (major === 24 && minor >= 15)) {
  // Prisma reads standard error as JSON.
  process.removeAllListeners('warning');
  const { schemaEngine } = await import('../dist/schema-engine.js');
  const { stdin: input, stdout: output, stderr: errors } = process;
  process.exitCode = await schemaEngine({ args: process.argv.slice(2), cwd: process.cwd(), input, output, errors });
} else {
  process.stderr.write(`genlock's schema engine needs Node ^24.15 or >=26 and found ${process.version}\n`);
  process.exitCode = 1;
}
