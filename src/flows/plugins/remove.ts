import type { ChangePorts, ChangeRequest, ChangeResult } from '../../engine/change.ts';
import { openWithPolicies } from '../../engine/policy-workspace.ts';
import { changeProject } from '../../engine/execute.ts';
import { hasReaders } from '../../engine/project-inputs.ts';
import { installedNames } from '../../engine/select-plugins.ts';
import { migrationTopic } from './migration-topic.ts';

/** Options of `genlock remove`. */
export interface RemoveRequest extends ChangeRequest {
  /** Names of installed plugins. */
  readonly plugins: readonly string[];
}

/**
 * Removes plugins from a project. The project is rendered from stored operations, so no code runs and no network is
 * needed, unless a remaining plugin received the capabilities of the project. Edited files become conflicts. Tables and
 * `.env` values remain and are listed.
 *
 * @throws GenlockError PLUGIN_NOT_INSTALLED, PLUGIN_REQUIRED if a remaining plugin requires a removed one, and every other problem; the project is unchanged then
 */
export async function removePlugins(request: RemoveRequest, ports: ChangePorts): Promise<ChangeResult> {
  const command = `genlock remove ${request.plugins.join(' ')}`;
  const workspace = await openWithPolicies({ ...request, command }, ports);
  const without = installedNames(request.plugins, workspace.lockfile);
  const topic = migrationTopic('remove', without);
  // A plugin that received the capabilities of the removed plugins runs again.
  const rerun = hasReaders(workspace.lockfile?.plugins ?? new Map(), without) ? 'inputs' : 'never';
  return changeProject({ workspace, command, given: [], edits: { without }, topic, rerun }, request, ports);
}
