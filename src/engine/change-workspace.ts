import type { EffectivePolicy } from '../policy/effective-policy.ts';
import type { PolicyPorts } from './policy/load.ts';
import { resolvePolicy } from './policy/resolve.ts';
import { openWorkspace, type WorkspaceRequest, type Workspace } from './workspace.ts';

/** Workspace of a command that changes a project. */
export interface ChangeWorkspace extends Workspace {
  /**
   * Returns the policies that apply, including their revocation lists. They are resolved at the first call, because
   * removals need no policy. Later calls return the same result, so one command uses one time and one list.
   */
  readonly policy: () => Promise<EffectivePolicy>;
}

/** Folder and options of a command that changes a project. */
interface ChangeScope {
  /** Absolute path inside the project. */
  readonly cwd: string;
  /** Allows downloads of revocation lists. Otherwise cached lists are used. */
  readonly network?: boolean;
}

/** Opens the project that contains the current folder, in order to change it. @throws as `openWorkspace` and `resolvePolicy` */
export async function openToChange(
  request: ChangeScope & Pick<WorkspaceRequest, 'dryRun' | 'command'>,
  ports: PolicyPorts,
): Promise<ChangeWorkspace> {
  return changeWorkspace(await openWorkspace(request), request, ports);
}

/** Adds the policies to an opened workspace. */
export function changeWorkspace(
  workspace: Workspace,
  { cwd, network = false }: ChangeScope,
  ports: PolicyPorts,
): ChangeWorkspace {
  let resolved: Promise<EffectivePolicy> | undefined;
  const policy = () => (resolved ??= resolvePolicy({ cwd, root: workspace.root, network }, ports));
  return { ...workspace, policy };
}
