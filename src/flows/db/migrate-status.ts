import { migrateStatus, type StatusResult } from '../../database/migrate-status.ts';
import { healedRoot } from './root.ts';
import type { DbPorts, DbRequest } from './ports.ts';

export interface DbMigrateStatusResult extends StatusResult {
  /** Absolute path of the project. */
  readonly root: string;
}

/**
 * Compares the database with the migrations. Read-only.
 *
 * @throws GenlockError `PROJECT_NOT_FOUND`, `DATA_…`
 */
export async function dbMigrateStatus({ cwd }: DbRequest, ports: DbPorts): Promise<DbMigrateStatusResult> {
  const root = await healedRoot({ cwd }, ports);
  return { root, ...(await migrateStatus({ root, env: ports.env })) };
}
