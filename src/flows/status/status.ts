import { indexAt, quickStatus, type StatusMemory } from './quick.ts';
import type { StatusResult } from './result.ts';

export type { StatusResult } from './result.ts';

/**
 * Returns the project status. Runs no plugins.
 *
 * @param memory cache for display only; commands that write must omit it
 * @throws GenlockError PROJECT_LOCKED if another command is writing, PROJECT_… if the records cannot be read
 */
export async function projectStatus(cwd: string, memory?: StatusMemory): Promise<StatusResult> {
  const index = memory && indexAt(cwd, memory);
  const quick = index && quickStatus(index);
  if (quick !== undefined) return quick;
  const { fullStatus } = await import('./full.ts');
  const { readSteadily } = await import('../../engine/read-steadily.ts');
  return readSteadily(cwd, () => fullStatus(cwd, index));
}
