// Runs a TypeScript file with the project's own aliases and settings: npm run task -- prisma/seed.ts
import { resolve } from 'node:path';
import { createServer } from 'vite';

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('Usage: npm run task -- <file>');
  process.exit(2);
}

const vite = await createServer({
  appType: 'custom',
  // Errors of the task are printed once, below.
  logLevel: 'silent',
  // A separate cache, so that a running development server keeps its prebundled packages.
  cacheDir: 'node_modules/.vite-task',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
});
try {
  await vite.ssrLoadModule(resolve(file));
} catch (error) {
  console.error((await findSetupProblem(error))?.line ?? error);
  process.exitCode = 1;
} finally {
  await vite.close();
}

/** The setup problem that caused the error, if there is one. */
async function findSetupProblem(error) {
  const { databaseProblem } = await vite.ssrLoadModule('/server/lib/database-problem.ts');
  const { findClientProblem } = await vite.ssrLoadModule('/server/development/client-problem.ts');
  return databaseProblem(error) ?? findClientProblem();
}
