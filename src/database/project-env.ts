import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { lineOfVariable } from '../config/database-urls.ts';
import { GenlockError, type Where } from '../errors/error.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** `DATABASE_URL` and the place that sets it. */
export interface DatabaseSetting {
  readonly url: string;
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
  const setting = await readDatabaseSetting(root, env);
  if (setting !== undefined) return setting.url;
  throw new GenlockError({ code: 'DATA_URL_MISSING', message: missingUrl });
}

export const missingUrl = 'DATABASE_URL is set neither in the environment nor in the .env file of the project';

/** As {@link readDatabaseUrl}, with its place; `undefined` if the variable is absent. */
export async function readDatabaseSetting(root: string, env: Environment): Promise<DatabaseSetting | undefined> {
  const own = env[variable];
  if (own) return { url: own };
  const text = await readEnvFile(root);
  const url = parseEnv(text)[variable];
  if (!url) return undefined;
  const line = lineOfVariable(text, variable);
  return { url, where: { file: envFile, ...(line === undefined ? {} : { line }) } };
}

const variable = 'DATABASE_URL';
const envFile = '.env';

async function readEnvFile(root: string): Promise<string> {
  try {
    return await readFile(join(root, envFile), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}
