import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { GenlockError } from '../errors/error.ts';
import { type ProjectRun, requireInstalled } from './prisma-generate.ts';
import { failureText, run } from './run.ts';

/** The program that fills a development database. */
const seedFile = 'prisma/seed.ts';
/** Script of the project that runs a TypeScript file. */
const taskRunner = 'scripts/task.mjs';

/** Returns whether the project has a seed program and a task runner. */
export function hasSeed(root: string): boolean {
  return existsSync(join(root, seedFile)) && existsSync(join(root, taskRunner));
}

/**
 * Runs the project's seed: `npm run task -- prisma/seed.ts`, without npm.
 *
 * @param root absolute path of the project
 * @throws GenlockError `DATA_SEED_MISSING`, `DATA_NOT_INSTALLED`, `DATA_SEED_FAILED`
 */
export async function runSeed(root: string, options: ProjectRun): Promise<void> {
  if (!hasSeed(root)) {
    const missing = [seedFile, taskRunner].filter((path) => !existsSync(join(root, path)));
    throw new GenlockError({ code: 'DATA_SEED_MISSING', message: `the project has no ${missing.join(' and no ')}` });
  }
  requireInstalled(root, 'node_modules');
  const result = await run(process.execPath, [taskRunner, seedFile], {
    ...options,
    cwd: root,
    env: { NO_COLOR: '1', ...options.env },
  });
  if (result.exitCode === 0) return;
  throw new GenlockError({ code: 'DATA_SEED_FAILED', message: `${seedFile} ${failureText(result)}` });
}
