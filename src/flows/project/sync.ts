import { changeProject, type ChangePorts, type ChangeRequest, type ChangeResult } from '../../engine/change.ts';
import { openWorkspace } from '../../engine/workspace.ts';

/**
 * Syncs a project with its `genlock.json`: entities, database, settings, and enabled, disabled or removed plugins. A
 * plugin runs again only if its inputs or its folder changed. A second sync changes no files.
 *
 * @throws GenlockError for every problem; the project is unchanged then
 */
export async function syncProject(request: ChangeRequest, ports: ChangePorts): Promise<ChangeResult> {
  const command = 'genlock sync';
  const start = await openWorkspace({ ...request, command });
  return changeProject({ start, command, given: [], topic: 'sync', rerun: 'bytes' }, request, ports);
}
