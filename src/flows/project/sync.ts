import type { ChangePorts, ChangeRequest, ChangeResult } from '../../engine/change.ts';
import { openToChange } from '../../engine/change-workspace.ts';
import { changeProject } from '../../engine/execute.ts';

/**
 * Syncs a project with its `genlock.json`: entities, database, settings, and enabled, disabled or removed plugins. A
 * plugin runs again only if its inputs or its folder changed. A second sync changes no files.
 *
 * @throws GenlockError for every problem; the project is unchanged then
 */
export async function syncProject(request: ChangeRequest, ports: ChangePorts): Promise<ChangeResult> {
  const command = 'genlock sync';
  const workspace = await openToChange({ ...request, command }, ports);
  return changeProject({ workspace, command, given: [], topic: 'sync', rerun: 'bytes' }, request, ports);
}
