import { changeProject, type ChangePorts, type ChangeRequest, type ChangeResult } from '../../engine/change.ts';
import { installedNames } from '../../engine/select-plugins.ts';
import { openWorkspace } from '../../engine/workspace.ts';

/** Options of `genlock remove`. */
export interface RemoveRequest extends ChangeRequest {
  /** Names of installed plugins. */
  readonly plugins: readonly string[];
}

/**
 * Removes plugins from a project. The project is rendered from stored operations, so no code runs and no network is
 * needed. Edited files become conflicts. Tables and `.env` values remain and are listed.
 *
 * @throws GenlockError PLUGIN_NOT_INSTALLED, and every other problem; the project is unchanged then
 */
export async function removePlugins(request: RemoveRequest, ports: ChangePorts): Promise<ChangeResult> {
  const command = `genlock remove ${request.plugins.join(' ')}`;
  const start = await openWorkspace({ ...request, command });
  const without = installedNames(request.plugins, start.lockfile);
  const topic = `remove-${without[0] ?? ''}`;
  return changeProject({ start, command, given: [], edits: { without }, topic, rerun: 'never' }, request, ports);
}
