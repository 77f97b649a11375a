import { lstat, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseProducts, hasMigrations, migratedKinds } from '../config/database-urls.ts';
import { GenlockError } from '../errors/error.ts';
import type { Provider } from './database-url.ts';
import { lockName, migrationsFolder } from './migration-folder.ts';

/** Folders that a change of the database kind moved. Paths from the project's root. */
export interface MovedHistory {
  /** The new folder of the other kind's migrations; absent if the project had none. */
  readonly kept?: string;
  /** The former folder of the migrations that are in use again; absent if the history is new. */
  readonly restored?: string;
}

/** The project and the kind of its database. */
export interface HistoryOwner {
  /** Absolute path of the project. */
  readonly root: string;
  readonly provider: Provider;
}

/**
 * Moves the migrations of another database kind to a separate folder, and migrations of this kind back, then runs
 * `work`. Prisma's command line only reads `prisma/migrations`. If `work` fails before it writes a migration, the
 * folders are moved back. After a kill, the next call continues.
 *
 * @throws GenlockError `DATA_PROVIDER_MISMATCH` if several folders have migrations of this kind
 */
export async function withHistoryOf<T extends object>(
  owner: HistoryOwner,
  work: () => Promise<T>,
): Promise<T & { readonly moved?: MovedHistory }> {
  const moves = await movesFor(owner);
  if (moves.length === 0) return work();
  for (const { from, to } of moves) await rename(join(owner.root, from), join(owner.root, to));
  const before = await namesIn(owner.root, migrationsFolder);
  try {
    const kept = moves.find(({ from }) => from === migrationsFolder)?.to;
    const restored = moves.find(({ to }) => to === migrationsFolder)?.from;
    const moved = { ...(kept === undefined ? {} : { kept }), ...(restored === undefined ? {} : { restored }) };
    return { ...(await work()), moved };
  } catch (error) {
    const after = await namesIn(owner.root, migrationsFolder);
    if (after.length > before.length) throw error;
    for (const { from, to } of moves.toReversed()) await rename(join(owner.root, to), join(owner.root, from));
    throw error;
  }
}

/**
 * Refuses a history of another database kind, for commands that never move one.
 *
 * @throws GenlockError `DATA_PROVIDER_MISMATCH`
 */
export async function requireHistoryOf({ root, provider }: HistoryOwner): Promise<void> {
  const current = await providerOf(root, migrationsFolder);
  const product = productOf(provider);
  if (current !== undefined && current !== provider) {
    throw mismatch(`P3019: the migrations are for ${productOf(current)}, and the project uses ${product}`);
  }
  const [other] = (await exists(root, migrationsFolder)) ? [] : await keptHistories(root);
  if (other === undefined) return;
  throw mismatch(`${migrationsFolder} is missing, and ${other.folder} has migrations for ${productOf(other.provider)}`);
}

interface Move {
  readonly from: string;
  readonly to: string;
}

async function movesFor({ root, provider }: HistoryOwner): Promise<readonly Move[]> {
  const current = await providerOf(root, migrationsFolder);
  const isPresent = await exists(root, migrationsFolder);
  if (isPresent && (current === undefined || current === provider)) return [];
  const [former, ...others] = (await keptHistories(root)).filter((history) => history.provider === provider);
  if (former !== undefined && others.length > 0) {
    const folders = [former, ...others].map(({ folder }) => folder).join(' and ');
    throw new GenlockError({
      code: 'DATA_PROVIDER_MISMATCH',
      message: `${folders} both have migrations for ${productOf(provider)}`,
      hint: `Keep the folder to continue with, and move the others out of prisma. Then run the command again.`,
    });
  }
  return [
    ...(isPresent ? [{ from: migrationsFolder, to: await freeFolder(root, `${migrationsFolder}-${current}`) }] : []),
    ...(former === undefined ? [] : [{ from: former.folder, to: migrationsFolder }]),
  ];
}

interface KeptHistory {
  readonly folder: string;
  readonly provider: string;
}

/** Returns the histories that a change of the database kind moved, by folder. */
async function keptHistories(root: string): Promise<readonly KeptHistory[]> {
  const names = (await namesIn(root, 'prisma')).filter((name) => name.startsWith('migrations-')).sort();
  const found = await Promise.all(
    names.map(async (name) => ({ folder: `prisma/${name}`, provider: await providerOf(root, `prisma/${name}`) })),
  );
  return found.flatMap(({ folder, provider }) => (provider === undefined ? [] : [{ folder, provider }]));
}

/** Returns the provider in the lock file of a history; `undefined` without a readable lock file. */
async function providerOf(root: string, folder: string): Promise<string | undefined> {
  const text = await readFile(join(root, folder, lockName), 'utf8').catch(() => '');
  return /^\s*provider\s*=\s*"([a-z]+)"/mu.exec(text)?.[1];
}

async function freeFolder(root: string, name: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const folder = number === 1 ? name : `${name}-${number}`;
    if (!(await exists(root, folder))) return folder;
  }
}

async function exists(root: string, path: string): Promise<boolean> {
  return lstat(join(root, path)).then(
    () => true,
    () => false,
  );
}

async function namesIn(root: string, folder: string): Promise<readonly string[]> {
  return readdir(join(root, folder)).catch(() => []);
}

/** Returns the product of a provider, as messages name it. */
export function productOf(provider: string): string {
  return hasMigrations(provider) ? databaseProducts[migratedKinds[provider]] : provider;
}

function mismatch(message: string): GenlockError {
  return new GenlockError({
    code: 'DATA_PROVIDER_MISMATCH',
    message,
    where: { file: `${migrationsFolder}/${lockName}` },
  });
}
