import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { GenlockError } from '../errors/error.ts';
import { failureText, run, type RunOptions } from './run.ts';

/** Prisma's command line inside a project. */
const prismaCli = 'node_modules/prisma/build/index.js';

/** What a program of the project needs from whoever starts it. */
export type ProjectRun = Omit<RunOptions, 'cwd'>;

/**
 * Generates the Prisma client with the project's own Prisma. Nothing is downloaded: `generate` doesn't use the schema
 * engine, it only insists on finding one, and takes any executable for it.
 *
 * @param root absolute path of the project
 * @throws GenlockError `DATA_NOT_INSTALLED`, `DATA_GENERATE_FAILED`
 */
export async function prismaGenerate(root: string, { env, onLine, signal }: ProjectRun): Promise<void> {
  requirePrisma(root);
  const result = await run(process.execPath, [prismaCli, 'generate'], {
    cwd: root,
    env: {
      NO_COLOR: '1',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      ...env,
      CHECKPOINT_DISABLE: '1',
      PRISMA_SCHEMA_ENGINE_BINARY: env['PRISMA_SCHEMA_ENGINE_BINARY'] || process.execPath,
    },
    signal,
  });
  if (result.exitCode === 0) return;
  for (const line of result.lines) onLine?.(line);
  throw new GenlockError({ code: 'DATA_GENERATE_FAILED', message: `prisma generate ${failureText(result)}` });
}

/**
 * To be asked before something is changed that generating belongs to.
 *
 * @throws GenlockError `DATA_NOT_INSTALLED` if the project's Prisma isn't there
 */
export function requirePrisma(root: string): void {
  requireInstalled(root, prismaCli);
}

/** @throws GenlockError `DATA_NOT_INSTALLED` */
export function requireInstalled(root: string, path: string): void {
  if (existsSync(join(root, path))) return;
  throw new GenlockError({
    code: 'DATA_NOT_INSTALLED',
    message: `the project has no ${path}: its packages are missing`,
  });
}
