import { readDatabaseUrl } from '../../database/project-env.ts';
import { hasSeed, runSeed } from '../../processes/seed.ts';
import { healedRoot } from './root.ts';
import type { DbPorts, DbRequest } from './ports.ts';

export interface DbSeedResult {
  /** Absolute path of the project. */
  readonly root: string;
}

/**
 * Runs the project's seed on its database.
 *
 * @throws GenlockError `PROJECT_NOT_FOUND`, `DATA_URL_MISSING`, `DATA_SEED_MISSING`, `DATA_SEED_FAILED`
 */
export async function dbSeed({ cwd }: DbRequest, ports: DbPorts): Promise<DbSeedResult> {
  const root = await healedRoot({ cwd }, ports);
  await seedDatabase(root, ports);
  return { root };
}

/** Seeds a new database, if the project has a seed. */
export async function seedFresh(root: string, ports: DbPorts): Promise<boolean> {
  if (!hasSeed(root)) return false;
  await seedDatabase(root, ports);
  return true;
}

async function seedDatabase(root: string, { env, onLine, progress, signal }: DbPorts): Promise<void> {
  const url = await readDatabaseUrl(root, env);
  progress('Seeding the database');
  await runSeed(root, { env: { ...env, DATABASE_URL: url }, onLine, signal });
}
