import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findInstalled, prismaGenerate, type ProjectRun } from './prisma-generate.ts';

/** The stand-in for the query engine; Prisma puts a copy of that name beside the client. */
const standIn = 'no-query-engine';

export interface DocumentRun extends ProjectRun {
  /** Where the client is generated to, from the root. */
  readonly client: string;
}

/**
 * Generates the client of a MongoDB project. Its Prisma insists on a query engine to copy, which can only be had by
 * download: where the project has none, it gets a stand-in, which isn't left behind.
 *
 * @param root absolute path of the project
 * @returns whether the client can reach a database: without an engine it can only be compiled against
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

/** What Prisma's own install script downloads, if it is allowed to. */
async function hasEngine(root: string): Promise<boolean> {
  const folder = findInstalled(root, 'node_modules/@prisma/engines');
  const names = folder === undefined ? [] : await readdir(folder).catch(() => []);
  return names.some((name) => /query_engine.*\.node$/.test(name));
}
