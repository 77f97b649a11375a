import { startWorker } from '../../sandbox/index.ts';
import { changeProject, type ChangePorts, type ChangeRequest, type ChangeResult } from './change.ts';
import { namedPlugins } from './plugin-spec.ts';
import { judgingPolicyFor } from './policy-lists.ts';
import { startInProject } from './start.ts';

/** What `genlock add` was asked for. */
export interface AddRequest extends ChangeRequest {
  /** As typed: names and folders. */
  readonly plugins: readonly string[];
}

/**
 * Adds plugins to a project: only they run, everybody else's part comes from what the project keeps. One that is there
 * already and is the same changes nothing; a folder whose plugin has changed is taken as it is now.
 *
 * @throws GenlockError for everything in the way; nothing was changed then
 */
export async function addPlugins(request: AddRequest, ports: ChangePorts): Promise<ChangeResult> {
  const stopWorker = startWorker();
  return add(request, ports).finally(stopWorker);
}

async function add(request: AddRequest, ports: ChangePorts): Promise<ChangeResult> {
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
