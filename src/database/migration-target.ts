import { providerOf, validatePrismaSchema } from '../data-layer/validate.ts';
import { GenlockError } from '../errors/error.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { type Environment, readDatabaseUrl } from './project-env.ts';
import type { EngineTarget } from './schema-engine.ts';
import { readSchema } from './schema-folder.ts';

/** Which project a migration command works on. */
export interface MigrationRequest {
  /** Absolute path of the project. */
  readonly root: string;
  /** Where `DATABASE_URL` is looked for before the project's `.env`. */
  readonly env: Environment;
}

/**
 * The project's schema, checked, and its database, opened by nobody yet.
 *
 * @throws GenlockError `DATA_SCHEMA_…`, `DATA_URL_…`, `DATA_KIND_UNSUPPORTED`
 */
export async function migrationTarget({ root, env }: MigrationRequest): Promise<EngineTarget> {
  const schema = await readSchema(root);
  await validatePrismaSchema(schema);
  const provider = await providerOf(schema);
  if (provider !== 'sqlite') {
    throw new GenlockError({
      code: 'DATA_KIND_UNSUPPORTED',
      message: `the schema's datasource is ${provider ?? 'missing'}; migrations work on sqlite`,
    });
  }
  return { root, schema, database: parseDatabaseUrl(await readDatabaseUrl(root, env), root) };
}
