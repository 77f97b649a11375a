import type { AddRequest } from './add.ts';
import type { ChangePorts, ChangeResult } from '../../engine/change.ts';
import { openWithPolicies } from '../../engine/policy-workspace.ts';
import { changeProject } from '../../engine/execute.ts';
import { migrationTopic } from './migration-topic.ts';
import { selectPlugins } from '../../engine/select-plugins.ts';

/** Implements `addPlugins`; loaded on demand. @throws GenlockError for every problem; the project is unchanged then */
export async function addSelected(request: AddRequest, ports: ChangePorts): Promise<ChangeResult> {
  const command = `genlock add ${request.plugins.join(' ')}`;
  const workspace = await openWithPolicies({ ...request, command }, ports);
  const { lockfile, root } = workspace;
  const policy = await workspace.policy();
  const context = { cwd: request.cwd, root, lockfile, offline: request.network !== true, policy };
  const { plugins: given, names, typed, versions } = await selectPlugins(request.plugins, context, ports);
  const { access } = request;
  const edits = { plugins: names, versions, ...(access !== undefined && { access }) };
  const topic = migrationTopic('add', names);
  const intent = { workspace, command, given, typed, edits, topic, rerun: 'inputs' } as const;
  return changeProject(intent, request, ports);
}
