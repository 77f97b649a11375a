import { migrateDeploy, type DeployResult } from '../../database/migrate-deploy.ts';
import { healedRoot } from './root.ts';
import type { DbPorts, DbRequest } from './ports.ts';

export interface DbMigrateDeployResult extends DeployResult {
  /** Absolute path of the project. */
  readonly root: string;
}

/**
 * Applies pending migrations, for production and CI. Never prompts and does not need the project's packages.
 *
 * @throws GenlockError `PROJECT_NOT_FOUND`, `DATA_…`
 */
export async function dbMigrateDeploy({ cwd }: DbRequest, ports: DbPorts): Promise<DbMigrateDeployResult> {
  const root = await healedRoot({ cwd }, ports);
  ports.progress('Applying migrations');
  const { env, onLocks } = ports;
  return { root, ...(await migrateDeploy({ root, env, ...(onLocks && { onLocks }) })) };
}
