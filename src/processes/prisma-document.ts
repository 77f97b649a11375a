import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findInstalled, prismaGenerate, type ProjectRun } from './prisma-generate.ts';

/** Name of the stand-in for the query engine. Prisma copies it next to the client. */
const standIn = 'no-query-engine';

export interface DocumentRun extends ProjectRun {
  /** Output folder of the client, relative to the root. */
  readonly client: string;
}

/**
 * Generates the client of a MongoDB project. Prisma requires a query engine to copy, which must be downloaded. A
 * project without one gets a temporary stand-in.
 *
 * @param root absolute path of the project
 * @returns whether the client can connect to a database. Without an engine, code can only be compiled against it.
 * @throws GenlockError `DATA_NOT_INSTALLED`, `DATA_GENERATE_FAILED`
 */
export async function prismaGenerateDocument(root: string, { client, ...run }: DocumentRun): Promise<boolean> {
  if (run.env['PRISMA_QUERY_ENGINE_LIBRARY'] || (await hasEngine(root))) {
    await prismaGenerate(root, run);
    return true;
  }
  const folder = await mkdtemp(join(tmpdir(), 'genlock-'));
  const library = join(folder, standIn);
  try {
    await writeFile(library, '', { mode: 0o755 });
    await prismaGenerate(root, { ...run, env: { ...run.env, PRISMA_QUERY_ENGINE_LIBRARY: library } });
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
    await rm(join(root, client, standIn), { force: true });
  }
}

/** Returns whether the project has the query engine that Prisma's install script downloads. */
async function hasEngine(root: string): Promise<boolean> {
  const folder = findInstalled(root, 'node_modules/@prisma/engines');
  const names = folder === undefined ? [] : await readdir(folder).catch(() => []);
  return names.some((name) => /query_engine.*\.node$/.test(name));
}
