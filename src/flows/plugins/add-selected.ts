import type { AddRequest } from './add.ts';
import { changeProject, type ChangePorts, type ChangeResult } from '../../engine/change.ts';
import { namedPlugins } from '../../engine/select-plugins.ts';
import { judgingPolicyFor } from '../../engine/policy/resolve.ts';
import { startInProject } from '../../engine/workspace.ts';

/** What `addPlugins` does once it is loaded. @throws GenlockError for everything in the way; nothing was changed then */
export async function addNamed(request: AddRequest, ports: ChangePorts): Promise<ChangeResult> {
  const command = `genlock add ${request.plugins.join(' ')}`;
  const start = await startInProject({ ...request, command });
  const { lockfile, root } = start;
  const policy = await judgingPolicyFor({ cwd: request.cwd, root, network: request.network === true }, ports);
  const places = { cwd: request.cwd, root, lockfile, offline: request.network !== true, policy };
  const { plugins: given, names, typed } = await namedPlugins(request.plugins, places, ports);
  const edits = { plugins: names };
  const topic = `add-${names[0] ?? ''}`;
  const intent = { start, command, given, typed, edits, topic, rerun: 'inputs' } as const;
  return changeProject(intent, request, ports);
}
