import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { GenlockError } from '../errors/error.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * `DATABASE_URL` from the environment, else from the project's `.env`; empty counts as absent.
 *
 * @param root absolute path of the project
 * @throws GenlockError `DATA_URL_MISSING`
 */
export async function readDatabaseUrl(root: string, env: Environment): Promise<string> {
  const url = env['DATABASE_URL'] || (await readEnvFile(root))['DATABASE_URL'];
  if (url) return url;
  throw new GenlockError({
    code: 'DATA_URL_MISSING',
    message: 'DATABASE_URL is set neither in the environment nor in the .env file of the project',
  });
}

async function readEnvFile(root: string): Promise<Environment> {
  try {
    return parseEnv(await readFile(join(root, '.env'), 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}
