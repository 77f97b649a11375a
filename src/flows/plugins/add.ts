import { prestartWorker } from '../../../sandbox/host/prestarted-worker.ts';
import type { DefaultAccess } from '../../config/access-text.ts';
import type { ChangePorts, ChangeRequest, ChangeResult } from '../../engine/change.ts';

/** Options of `genlock add`. */
export interface AddRequest extends ChangeRequest {
  /** Names and paths as typed. */
  readonly plugins: readonly string[];
  /** Default access that the configuration receives. */
  readonly access?: DefaultAccess;
}

/**
 * Adds plugins to a project. Only these plugins run; stored operations are used for the others. An unchanged installed
 * plugin is skipped. A folder plugin that has changed is updated.
 *
 * @throws GenlockError for every problem; the project is unchanged then
 */
export async function addPlugins(request: AddRequest, ports: ChangePorts): Promise<ChangeResult> {
  // Starts the sandbox worker while modules and packages are loaded.
  const stopWorker = prestartWorker();
  try {
    const { addSelected } = await import('./add-selected.ts');
    return await addSelected(request, ports);
  } finally {
    stopWorker();
  }
}
