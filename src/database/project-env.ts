import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { lineOfVariable } from '../config/database-urls.ts';
import { GenlockError, type Where } from '../errors/error.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The URL of a database, and the place that sets it. */
export interface DatabaseSetting {
  readonly url: string;
  readonly variable: Variable;
  /** The line of `.env`; absent if the environment sets the variable. */
  readonly where?: Where;
}

/**
 * `DATABASE_URL` from the environment, else from the project's `.env`; an empty value counts as absent.
 *
 * @param root absolute path of the project
 * @throws GenlockError `DATA_URL_MISSING`
 */
export async function readDatabaseUrl(root: string, env: Environment): Promise<string> {
  const setting = await readSetting(['DATABASE_URL'], { root, env });
  if (setting !== undefined) return setting.url;
  throw new GenlockError({ code: 'DATA_URL_MISSING', message: missingUrl });
}

export const missingUrl = 'DATABASE_URL is set neither in the environment nor in the .env file of the project';

type Variable = 'DATABASE_URL' | 'DIRECT_DATABASE_URL';

/**
 * The setting for migration commands: `DIRECT_DATABASE_URL`, else `DATABASE_URL`. Both variables of the environment
 * precede those of `.env`, so that `DATABASE_URL=… genlock db migrate deploy` never migrates another database.
 *
 * @returns `undefined` if both variables are absent
 */
export function readMigrationSetting(root: string, env: Environment): Promise<DatabaseSetting | undefined> {
  return readSetting(['DIRECT_DATABASE_URL', 'DATABASE_URL'], { root, env });
}

interface SettingSources {
  readonly root: string;
  readonly env: Environment;
}

async function readSetting(
  variables: readonly Variable[],
  { root, env }: SettingSources,
): Promise<DatabaseSetting | undefined> {
  for (const variable of variables) {
    const url = env[variable];
    if (url) return { url, variable };
  }
  const text = await readEnvFile(root);
  const values = parseEnv(text);
  for (const variable of variables) {
    const url = values[variable];
    const line = lineOfVariable(text, variable);
    if (url) return { url, variable, where: { file: envFile, ...(line === undefined ? {} : { line }) } };
  }
  return undefined;
}

const envFile = '.env';

async function readEnvFile(root: string): Promise<string> {
  try {
    return await readFile(join(root, envFile), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}
