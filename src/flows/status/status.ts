import { indexAt, quickStatus, type StatusMemory } from './quick.ts';
import type { StatusResult } from './result.ts';

export type { StatusResult } from './result.ts';

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
  const { fullStatus } = await import('./full.ts');
  return fullStatus(cwd, index);
}
