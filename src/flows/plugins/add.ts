import { prestartWorker } from '../../../sandbox/host/prestarted-worker.ts';
import type { ChangePorts, ChangeRequest, ChangeResult } from '../../engine/change.ts';

/** What `genlock add` was asked for. */
export interface AddRequest extends ChangeRequest {
  /** As typed: names and folders. */
  readonly plugins: readonly string[];
}

/**
 * Adds plugins to a project: only they run, everybody else's part comes from what the project keeps. One that is there
 * already and is the same changes nothing; a folder whose plugin has changed is taken as it is now.
 *
 * @throws GenlockError for everything in the way; nothing was changed then
 */
export async function addPlugins(request: AddRequest, ports: ChangePorts): Promise<ChangeResult> {
  // It starts while the rest is loaded and packages are fetched.
  const stopWorker = prestartWorker();
  try {
    const { addNamed } = await import('./add-selected.ts');
    return await addNamed(request, ports);
  } finally {
    stopWorker();
  }
}
