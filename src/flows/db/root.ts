import { recover } from '../../apply/recover.ts';
import { findRoot } from '../../project/open.ts';
import type { DbPorts, DbRequest } from './ports.ts';

/**
 * Finds the project of a `db` command and recovers from an interrupted command.
 *
 * @throws GenlockError PROJECT_NOT_FOUND, PROJECT_LOCKED if another command is running, and everything that recovery
 * throws
 */
export async function healedRoot({ cwd }: DbRequest, { progress }: Pick<DbPorts, 'progress'>): Promise<string> {
  const { healed } = await recover({ root: findRoot(cwd), command: 'genlock db' });
  if (healed !== 'none') {
    progress(healed === 'finished' ? 'Finished an interrupted command' : 'Undid an interrupted command');
  }
  return findRoot(cwd);
}
