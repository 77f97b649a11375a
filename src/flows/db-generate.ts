import { clientFolder } from '../data-layer/prisma-schema.ts';
import { validatePrismaSchema } from '../data-layer/validate.ts';
import { readSchema } from '../database/schema-folder.ts';
import { prismaGenerate } from '../processes/prisma-generate.ts';
import { findRoot } from '../project/open.ts';
import type { DbPorts, DbRequest } from './db-ports.ts';

export interface DbGenerateResult {
  /** Absolute path of the project. */
  readonly root: string;
  /** Where the client lies, from the root. */
  readonly client: string;
}

/**
 * Generates the Prisma client from the schema, without touching a database.
 *
 * @throws GenlockError `PROJECT_NOT_FOUND`, `DATA_SCHEMA_…`, `DATA_NOT_INSTALLED`, `DATA_GENERATE_FAILED`
 */
export async function dbGenerate({ cwd }: DbRequest, ports: DbPorts): Promise<DbGenerateResult> {
  const root = findRoot(cwd);
  await validatePrismaSchema(await readSchema(root));
  await generateClient(root, ports);
  return { root, client: clientFolder };
}

/** The client of a project whose schema is known to be valid. */
export async function generateClient(root: string, { env, onLine, progress }: DbPorts): Promise<void> {
  progress('generating the client');
  await prismaGenerate(root, { env, onLine });
}
