import { clientFolder } from '../../data-layer/prisma-schema.ts';
import { validatePrismaSchema } from '../../data-layer/validate.ts';
import { isDocumentSchema, readSchema, withoutUrl } from '../../database/schema-folder.ts';
import { prismaGenerateDocument } from '../../processes/prisma-document.ts';
import { prismaGenerate } from '../../processes/prisma-generate.ts';
import { healedRoot } from './root.ts';
import type { DbPorts, DbRequest } from './ports.ts';

export interface DbGenerateResult {
  /** Absolute path of the project. */
  readonly root: string;
  /** Path of the client, relative to the root. */
  readonly client: string;
  /** Whether the client can query a database. For MongoDB, this requires the engine that Prisma downloads. */
  readonly queries: boolean;
}

/**
 * Generates the Prisma client from the schema, without touching a database.
 *
 * @throws GenlockError `PROJECT_NOT_FOUND`, `DATA_SCHEMA_…`, `DATA_NOT_INSTALLED`, `DATA_GENERATE_FAILED`
 */
export async function dbGenerate({ cwd }: DbRequest, ports: DbPorts): Promise<DbGenerateResult> {
  const root = await healedRoot({ cwd }, ports);
  const schema = await readSchema(root);
  const isDocument = isDocumentSchema(schema);
  await validatePrismaSchema(isDocument ? withoutUrl(schema) : schema);
  const queries = isDocument ? await generateDocument(root, ports) : await generateClient(root, ports);
  return { root, client: clientFolder, queries };
}

/** Generates the client of a project with a valid schema that is not for MongoDB. */
export async function generateClient(root: string, { env, onLine, progress, signal }: DbPorts): Promise<true> {
  progress('Generating the client');
  await prismaGenerate(root, { env, onLine, signal });
  return true;
}

function generateDocument(root: string, { env, onLine, progress }: DbPorts): Promise<boolean> {
  progress('Generating the client');
  return prismaGenerateDocument(root, { env, onLine, client: clientFolder });
}
