import { indexAt, quickStatus, type StatusMemory } from './quick-status.ts';
import type { StatusResult } from './status-result.ts';

export type { StatusResult } from './status-result.ts';

/**
 * Says how a project stands; runs nothing.
 *
 * @param memory only for what is shown: whoever writes by the answer gives none
 * @throws GenlockError PROJECT_… if its records can't be read
 */
export async function projectStatus(cwd: string, memory?: StatusMemory): Promise<StatusResult> {
  const index = memory && indexAt(cwd, memory);
  const quick = index && quickStatus(index);
  if (quick !== undefined) return quick;
  const { fullStatus } = await import('./full-status.ts');
  return fullStatus(cwd, index);
}
