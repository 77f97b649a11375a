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

/** The next steps after a change of the database kind: Genlock changes neither `.env` nor migrations by itself. */
export function databaseSteps(request: DatabaseStepsRequest): readonly NextStep[] {
  return [...urlSteps(request), ...migrationSteps(request)];
}

/** A `DATABASE_URL` in the environment takes precedence over `.env`. */
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

/** Providers as `migration_lock.toml` names them. */
const providers: ReadonlyMap<string, DatabaseKind> = new Map([
  ['sqlite', 'file'],
  ['postgresql', 'relational'],
]);

/** MongoDB has no migrations, so old ones do no harm there. */
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

/** `undefined` if there is no such file, or if it can't be read: a next step is not worth an error. */
function readLock(root: string, migrations: string): Uint8Array | undefined {
  try {
    return readProjectFile({ root }, `${migrations}/migration_lock.toml`);
  } catch (error) {
    if (error instanceof GenlockError) return undefined;
    throw error;
  }
}
