import { parseEnv } from 'node:util';
import type { DatabaseKind } from '../config/config.ts';
import { databaseProducts, databaseUrls, kindOfUrl, lineOfVariable } from '../config/database-urls.ts';
import { GenlockError } from '../errors/error.ts';
import type { NextStep } from '../plan/plan.ts';
import { readProjectFile } from '../project/file-reader.ts';
import { readEnvironment } from './environment.ts';

/** Which database a project uses, and where its `DATABASE_URL` can be set. */
export interface DatabaseStepsRequest {
  readonly root: string;
  readonly database: DatabaseKind;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Returns the next steps after a change of the database kind. Genlock does not change `.env` or migrations itself. */
export function databaseSteps(request: DatabaseStepsRequest): readonly NextStep[] {
  return [...urlSteps(request), ...migrationSteps(request)];
}

/**
 * Returns the step for a `DATABASE_URL` in `.env` of another kind. A value in the environment takes precedence over
 * `.env`.
 */
function urlSteps({ root, database, env }: DatabaseStepsRequest): readonly NextStep[] {
  const text = readEnvironment(root)?.text;
  if (text === undefined || (env['DATABASE_URL'] ?? '') !== '') return [];
  const kind = kindOfUrl(parseEnv(text)['DATABASE_URL'] ?? '');
  if (kind === undefined || kind === database) return [];
  const line = lineOfVariable(text, 'DATABASE_URL');
  const place = line === undefined ? '.env' : `.env:${line}`;
  const reason = `The value is for ${databaseProducts[kind]}. The project uses ${databaseProducts[database]}.`;
  return [{ command: `edit ${place}: DATABASE_URL="${databaseUrls[database]}"`, reason }];
}

const folder = 'prisma/migrations';

/** Values of `provider` in `migration_lock.toml`. */
const providers: ReadonlyMap<string, DatabaseKind> = new Map([
  ['sqlite', 'file'],
  ['postgresql', 'relational'],
]);

/** Returns no steps for MongoDB: it has no migrations, so old ones are harmless. */
function migrationSteps({ root, database }: DatabaseStepsRequest): readonly NextStep[] {
  const provider = providerOf(root);
  const kind = providers.get(provider ?? '');
  if (provider === undefined || kind === undefined || kind === database || database === 'document') return [];
  const reason = `The migrations are for ${databaseProducts[kind]}. ${databaseProducts[database]} needs new ones.`;
  return [{ command: `mv ${folder} ${unusedFolder(root, `${folder}-${provider}`)}`, reason }];
}

function providerOf(root: string): string | undefined {
  const bytes = readLock(root, folder);
  return bytes && /^\s*provider\s*=\s*"([^"]*)"/mu.exec(Buffer.from(bytes).toString('utf8'))?.[1];
}

function unusedFolder(root: string, name: string): string {
  const isUsed = (path: string): boolean => readLock(root, path) !== undefined;
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? name : `${name}-${number}`;
    if (!isUsed(path)) return path;
  }
}

/** Returns `undefined` if the file does not exist or cannot be read: a missing next step is better than an error. */
function readLock(root: string, migrations: string): Uint8Array | undefined {
  try {
    return readProjectFile({ root }, `${migrations}/migration_lock.toml`);
  } catch (error) {
    if (error instanceof GenlockError) return undefined;
    throw error;
  }
}
