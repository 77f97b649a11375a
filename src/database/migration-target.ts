import type { DatabaseKind } from '../config/config.ts';
import { databaseProducts, databaseUrls, hasMigrations, kindOfUrl, migratedKinds } from '../config/database-urls.ts';
import { providerOf, validatePrismaSchema } from '../data-layer/validate.ts';
import { GenlockError, type Where } from '../errors/error.ts';
import { type Database, parseDatabaseUrl } from './database-url.ts';
import { openDriver } from './open-driver.ts';
import { type DatabaseSetting, type Environment, missingUrl, readMigrationSetting } from './project-env.ts';
import type { EngineTarget } from './schema-engine.ts';
import { isDocumentSchema, readSchema } from './schema-folder.ts';

/** The project of a migration command. */
export interface MigrationRequest {
  /** Absolute path of the project. */
  readonly root: string;
  /** The environment, which overrides the project's `.env` for `DIRECT_DATABASE_URL` and `DATABASE_URL`. */
  readonly env: Environment;
}

/**
 * Reads and validates the project's schema and resolves its database, without opening a connection.
 *
 * @throws GenlockError `DATA_SCHEMA_…`, `DATA_URL_…`, `DATA_ENGINE_NEEDED`, `DATA_KIND_UNSUPPORTED`
 */
export async function migrationTarget({ root, env }: MigrationRequest): Promise<EngineTarget> {
  const schema = await readSchema(root);
  refuseDocument(schema);
  await validatePrismaSchema(schema);
  const provider = await providerOf(schema);
  if (!hasMigrations(provider)) {
    throw new GenlockError({
      code: 'DATA_KIND_UNSUPPORTED',
      message: `the schema's datasource is ${provider ?? 'missing'}; migrations work on ${Object.keys(migratedKinds).join(' and ')}`,
    });
  }
  const database = databaseOf(await readMigrationSetting(root, env), { root, kind: migratedKinds[provider] });
  return { root, schema, database, driver: await openDriver(database) };
}

/**
 * The database of `DIRECT_DATABASE_URL` or `DATABASE_URL`, which must be of the schema's kind.
 *
 * @throws GenlockError `DATA_URL_MISSING`, `DATA_URL_INVALID`, each with the place to edit and the value's shape
 */
function databaseOf(
  setting: DatabaseSetting | undefined,
  { root, kind }: { readonly root: string; readonly kind: DatabaseKind },
): Database {
  const example = `${setting?.variable ?? 'DATABASE_URL'}="${databaseUrls[kind]}"`;
  if (setting === undefined) {
    const hint = `Add a line such as ${example} to .env.`;
    throw new GenlockError({ code: 'DATA_URL_MISSING', message: missingUrl, where: { file: '.env' }, hint });
  }
  const { url, variable, where } = setting;
  const shape =
    where === undefined
      ? { hint: `Change the environment variable, for example ${example}.` }
      : { where, hint: `In ${placeOf(where)}, write ${example}, with your own values.` };
  const given = kindOfUrl(url);
  if (given !== undefined && given !== kind) {
    const message = `the project uses ${databaseProducts[kind]}, but ${variable} is for ${databaseProducts[given]}`;
    throw new GenlockError({ code: 'DATA_URL_INVALID', message, ...shape });
  }
  try {
    return parseDatabaseUrl(url, root);
  } catch (cause) {
    if (!(cause instanceof GenlockError)) throw cause;
    const message = cause.message.replace('DATABASE_URL', variable);
    throw new GenlockError({ code: cause.code, message, ...shape }, { cause });
  }
}

function placeOf({ file, line }: Where): string {
  return line === undefined ? file : `${file}:${line}`;
}

/** Runs before the schema validation, because MongoDB schemas are for another Prisma release. */
function refuseDocument(schema: ReadonlyMap<string, string>): void {
  if (!isDocumentSchema(schema)) return;
  throw new GenlockError({
    code: 'DATA_ENGINE_NEEDED',
    message: 'MongoDB has no migrations. Its schema is applied with `prisma db push`, which needs Prisma’s own engine',
  });
}
