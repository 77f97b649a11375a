import { changeProject, type ChangePorts, type ChangeRequest, type ChangeResult } from '../../engine/change.ts';
import { installedNames } from '../../engine/select-plugins.ts';
import { openWorkspace } from '../../engine/workspace.ts';

/** What `genlock remove` was asked for. */
export interface RemoveRequest extends ChangeRequest {
  /** Names of installed plugins. */
  readonly plugins: readonly string[];
}

/**
 * Takes plugins out of a project: it is rendered without them from what is kept, so nothing runs and no network is
 * needed. What the user edited stays, as a conflict; tables and values in `.env` stay and are named.
 *
 * @throws GenlockError PLUGIN_NOT_INSTALLED, and everything in the way; nothing was changed then
 */
export async function removePlugins(request: RemoveRequest, ports: ChangePorts): Promise<ChangeResult> {
  const command = `genlock remove ${request.plugins.join(' ')}`;
  const start = await openWorkspace({ ...request, command });
  const without = installedNames(request.plugins, start.lockfile);
  const topic = `remove-${without[0] ?? ''}`;
  return changeProject({ start, command, given: [], edits: { without }, topic, rerun: 'never' }, request, ports);
}
