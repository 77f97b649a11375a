import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GenlockError } from '../errors/error.ts';
import { failureText, run, type RunOptions } from './run.ts';

/** Prisma's command line inside a project. */
const prismaCli = 'node_modules/prisma/build/index.js';

/** The script that generates the client in a project without Prisma's command line, and a package that the script needs. */
const generateScript = 'scripts/generate.mjs';
const generatorPackage = 'node_modules/@prisma/client-generator-ts/package.json';

/** Options for running a program of the project. */
export type ProjectRun = Omit<RunOptions, 'cwd'>;

/**
 * Generates the Prisma client with the project's own packages: by the project's script if it has one, otherwise by Prisma's
 * command line. Nothing is downloaded: `prisma generate` requires a schema engine, does not use it, and accepts any executable.
 *
 * @param root absolute path of the project
 * @throws GenlockError `DATA_NOT_INSTALLED`, `DATA_GENERATE_FAILED`
 */
export async function prismaGenerate(root: string, { env, onLine, signal }: ProjectRun): Promise<void> {
  const installed = requirePrisma(root);
  const program = hasScript(root) ? [generateScript] : [installed, 'generate'];
  const result = await run(process.execPath, program, {
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
  throw new GenlockError({
    code: 'DATA_GENERATE_FAILED',
    message: `${hasScript(root) ? generateScript : 'prisma generate'} ${failureText(result)}`,
  });
}

/**
 * Checks that the client can be generated. Commands call this before they change something that requires a new client.
 *
 * @returns the absolute path of Prisma's command line, or of the generator in projects with their own script
 * @throws GenlockError `DATA_NOT_INSTALLED` if the project's packages are missing
 */
export function requirePrisma(root: string): string {
  return requireInstalled(root, hasScript(root) ? generatorPackage : prismaCli);
}

function hasScript(root: string): boolean {
  return existsSync(join(root, generateScript));
}

/** @throws GenlockError `DATA_NOT_INSTALLED` if the packages are missing */
export function requireInstalled(root: string, path: string): string {
  const found = findInstalled(root, path);
  if (found !== undefined) return found;
  throw new GenlockError({
    code: 'DATA_NOT_INSTALLED',
    message: `the project has no ${path}: its packages are missing`,
  });
}

/**
 * Finds an installed file or folder. A workspace can keep the packages of its projects in its own folder.
 *
 * @param path relative to the project or to a workspace around it
 * @returns the absolute path
 */
export function findInstalled(root: string, path: string): string | undefined {
  return [root, ...workspacesAround(root)].map((folder) => join(folder, path)).find((at) => existsSync(at));
}

/**
 * Returns the folders above a project whose `package.json` has workspaces. Packages in other parent folders are not
 * executed.
 */
function workspacesAround(root: string): readonly string[] {
  const parent = dirname(root);
  if (parent === root) return [];
  return [...(hasWorkspaces(parent) ? [parent] : []), ...workspacesAround(parent)];
}

function hasWorkspaces(folder: string): boolean {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return typeof manifest === 'object' && manifest !== null && 'workspaces' in manifest;
  } catch {
    return false;
  }
}
