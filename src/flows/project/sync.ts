import { changeProject, type ChangePorts, type ChangeRequest, type ChangeResult } from '../../engine/change.ts';
import { openWorkspace } from '../../engine/workspace.ts';

/**
 * Brings a project up to its `genlock.json`: entities, database, settings, plugins switched on, off or taken out. A
 * plugin runs again only if what it is given has changed, or its folder; a second run changes nothing.
 *
 * @throws GenlockError for everything in the way; nothing was changed then
 */
export async function syncProject(request: ChangeRequest, ports: ChangePorts): Promise<ChangeResult> {
  const command = 'genlock sync';
  const start = await openWorkspace({ ...request, command });
  return changeProject({ start, command, given: [], topic: 'sync', rerun: 'bytes' }, request, ports);
}
