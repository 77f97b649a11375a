import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { DatabaseKind } from '../config/config.ts';
import {
  databaseProducts,
  databaseUrls,
  hasMigrations,
  kindOfUrl,
  lineOfVariable,
  migratedKinds,
} from '../config/database-urls.ts';
import { commandWord } from '../core/command-word.ts';
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

/**
 * Adds the steps after a change of the database kind to the other steps of a change. Genlock does not change `.env`
 * itself.
 */
export function withDatabaseSteps(steps: readonly NextStep[], request: DatabaseStepsRequest): readonly NextStep[] {
  const migrating = migrationSteps(request);
  const others = migrating.length === 0 ? steps : steps.filter(({ command }) => !command.startsWith(migrateCommand));
  return [...urlSteps(request), ...others, ...migrating];
}

const migrateCommand = 'genlock db migrate dev';

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

/** Returns no steps for MongoDB: it has no migrations, so old ones are harmless. */
function migrationSteps({ root, database }: DatabaseStepsRequest): readonly NextStep[] {
  const provider = providerOf(root);
  if (!hasMigrations(provider) || database === 'document') return [];
  const kind = migratedKinds[provider];
  if (kind === database) return [];
  const reason = `Keeps the migrations for ${databaseProducts[kind]} in ${folder}-${provider}. Starts new ones, or restores the former ones.`;
  return [{ command: migrateCommand, reason }, copyStep(root, kind)];
}

/** Returns the steps after `db migrate dev` has started migrations for another kind. */
export function rowSteps(root: string): readonly NextStep[] {
  const previous = providerOf(root) === 'sqlite' ? 'relational' : 'file';
  return [copyStep(root, previous), { command: 'genlock db seed', reason: 'Adds sample records instead.' }];
}

/** Returns the step that copies the rows of the previous database, which is of this kind. */
function copyStep(root: string, kind: DatabaseKind): NextStep {
  const reason = `Copies the rows from ${databaseProducts[kind]}.`;
  const url = previousUrl(root, kind);
  if (url !== undefined) return { command: `genlock db copy --from ${commandWord(url)}`, reason };
  return {
    command: 'genlock db copy --from "<previous DATABASE_URL>"',
    reason: `${reason} The URL has the form ${databaseUrls[kind]}.`,
  };
}

/**
 * Returns the previous `DATABASE_URL` if it is a file: the value in `.env`, or the default if this file exists. Other
 * URLs contain a password.
 */
function previousUrl(root: string, kind: DatabaseKind): string | undefined {
  if (kind !== 'file') return undefined;
  const url = parseEnv(readEnvironment(root)?.text ?? '')['DATABASE_URL'] ?? '';
  if (kindOfUrl(url) === 'file') return url;
  return existsSync(join(root, databaseUrls.file.slice('file:'.length))) ? databaseUrls.file : undefined;
}

function providerOf(root: string): string | undefined {
  const bytes = readLock(root, folder);
  return bytes && /^\s*provider\s*=\s*"([^"]*)"/mu.exec(Buffer.from(bytes).toString('utf8'))?.[1];
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
