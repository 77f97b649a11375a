import { pushSchema, type PushResult } from '../../database/push.ts';
import { requirePrisma } from '../../processes/prisma-generate.ts';
import { clientAndSeed } from './client-and-seed.ts';
import { projectRenames } from './renames.ts';
import { healedRoot } from './root.ts';
import type { DbPorts, DbRequest } from './ports.ts';

export interface DbPushRequest extends DbRequest {
  readonly acceptDataLoss: boolean;
}

export interface DbPushResult extends PushResult {
  /** Absolute path of the project. */
  readonly root: string;
}

/**
 * Updates database and client to match the schema, without a migration.
 *
 * @throws GenlockError `PROJECT_NOT_FOUND`, `CONFIG_…`, `DATA_…`
 */
export async function dbPush({ cwd, acceptDataLoss }: DbPushRequest, ports: DbPorts): Promise<DbPushResult> {
  const { env, ask } = ports;
  const root = await healedRoot({ cwd }, ports);
  requirePrisma(root);
  ports.progress('Changing the database');
  const onDataLoss =
    ask && ((warnings: readonly string[]) => ask({ question: 'Change the database anyway?', details: warnings }));
  const given = { root, env, acceptDataLoss, renames: await projectRenames(root) };
  const done = await pushSchema({ ...given, ...(onDataLoss === undefined ? {} : { onDataLoss }) });
  await clientAndSeed({ root, done: 'The database has the schema', seeds: false }, ports);
  return { root, ...done };
}
