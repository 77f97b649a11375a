import type { AddRequest } from './add.ts';
import { changeProject, type ChangePorts, type ChangeResult } from '../../engine/change.ts';
import { selectPlugins } from '../../engine/select-plugins.ts';
import { resolvePolicy } from '../../engine/policy/resolve.ts';
import { openWorkspace } from '../../engine/workspace.ts';

/** Implements `addPlugins`; loaded on demand. @throws GenlockError for every problem; the project is unchanged then */
export async function addNamed(request: AddRequest, ports: ChangePorts): Promise<ChangeResult> {
  const command = `genlock add ${request.plugins.join(' ')}`;
  const start = await openWorkspace({ ...request, command });
  const { lockfile, root } = start;
  const policy = await resolvePolicy({ cwd: request.cwd, root, network: request.network === true }, ports);
  const places = { cwd: request.cwd, root, lockfile, offline: request.network !== true, policy };
  const { plugins: given, names, typed } = await selectPlugins(request.plugins, places, ports);
  const edits = { plugins: names };
  const topic = `add-${names[0] ?? ''}`;
  const intent = { start, command, given, typed, edits, topic, rerun: 'inputs' } as const;
  return changeProject(intent, request, ports);
}
