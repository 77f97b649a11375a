import { providerOf, validatePrismaSchema } from '../data-layer/validate.ts';
import { GenlockError } from '../errors/error.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { openDriver } from './open-driver.ts';
import { type Environment, readDatabaseUrl } from './project-env.ts';
import type { EngineTarget } from './schema-engine.ts';
import { isDocumentSchema, readSchema } from './schema-folder.ts';

/** Which project a migration command works on. */
export interface MigrationRequest {
  /** Absolute path of the project. */
  readonly root: string;
  /** Where `DATABASE_URL` is looked for before the project's `.env`. */
  readonly env: Environment;
}

/** Kinds of database whose migrations work here; what the schema's datasource calls them. */
const providers = ['sqlite', 'postgresql'];

/**
 * The project's schema, checked, and its database, opened by nobody yet.
 *
 * @throws GenlockError `DATA_SCHEMA_…`, `DATA_URL_…`, `DATA_ENGINE_NEEDED`, `DATA_KIND_UNSUPPORTED`
 */
export async function migrationTarget({ root, env }: MigrationRequest): Promise<EngineTarget> {
  const schema = await readSchema(root);
  refuseDocument(schema);
  await validatePrismaSchema(schema);
  const provider = await providerOf(schema);
  if (provider === undefined || !providers.includes(provider)) {
    throw new GenlockError({
      code: 'DATA_KIND_UNSUPPORTED',
      message: `the schema's datasource is ${provider ?? 'missing'}; migrations work on ${providers.join(' and ')}`,
    });
  }
  const database = parseDatabaseUrl(await readDatabaseUrl(root, env), root);
  if (database.provider !== provider) {
    throw new GenlockError({
      code: 'DATA_URL_INVALID',
      message: `the schema's datasource is ${provider}, but DATABASE_URL points to ${database.provider}`,
      hint: 'Make the two agree: "database" in genlock.json, and DATABASE_URL.',
    });
  }
  return { root, schema, database, driver: await openDriver(database) };
}

/** Told before the schema is checked, which is for another release of Prisma. */
function refuseDocument(schema: ReadonlyMap<string, string>): void {
  if (!isDocumentSchema(schema)) return;
  throw new GenlockError({
    code: 'DATA_ENGINE_NEEDED',
    message:
      'MongoDB has no migrations: there `migrate dev` and `migrate deploy` are `db push`, which needs an engine of Prisma’s own',
  });
}
