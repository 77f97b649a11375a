import type { DefaultAccess } from '../../config/access-text.ts';
import type { ChangePorts, ChangeRequest, ChangeResult } from '../../engine/change.ts';
import { openWithPolicies } from '../../engine/policy-workspace.ts';
import { changeProject } from '../../engine/execute.ts';

/** Options of `genlock sync`. */
export interface SyncRequest extends ChangeRequest {
  /** Default access that the configuration receives. */
  readonly access?: DefaultAccess;
}

/**
 * Syncs a project with its `genlock.json`: entities, database, settings, and enabled, disabled or removed plugins. A
 * plugin runs again only if its inputs or its folder changed. A second sync changes no files.
 *
 * @throws GenlockError for every problem; the project is unchanged then
 */
export async function syncProject(request: SyncRequest, ports: ChangePorts): Promise<ChangeResult> {
  const command = 'genlock sync';
  const workspace = await openWithPolicies({ ...request, command }, ports);
  const { access } = request;
  const intent = { workspace, command, given: [], topic: 'sync', rerun: 'bytes' } as const;
  return changeProject({ ...intent, ...(access !== undefined && { edits: { access } }) }, request, ports);
}
