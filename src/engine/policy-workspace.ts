import type { EffectivePolicy } from '../policy/effective-policy.ts';
import type { PolicyPorts } from './policy/load.ts';
import { resolvePolicy } from './policy/resolve.ts';
import { openWorkspace, type WorkspaceRequest, type Workspace } from './workspace.ts';

/** Workspace of a command that applies the policies: it changes the project, or requests packages. */
export interface PolicyWorkspace extends Workspace {
  /**
   * Returns the policies that apply, including their revocation lists. They are resolved at the first call, because
   * removals need no policy. Later calls return the same result, so one command uses one time and one list.
   */
  readonly policy: () => Promise<EffectivePolicy>;
}

/** Folder of a command, and whether it may use the network. */
interface PolicyScope {
  /** Absolute path inside the project. */
  readonly cwd: string;
  /** Allows downloads of revocation lists. Otherwise cached lists are used. */
  readonly network?: boolean;
}

/** Opens the project that contains the current folder. @throws as `openWorkspace`; `policy` throws as `resolvePolicy` */
export async function openWithPolicies(
  request: PolicyScope & Pick<WorkspaceRequest, 'dryRun' | 'command'>,
  ports: PolicyPorts,
): Promise<PolicyWorkspace> {
  return withPolicies(await openWorkspace(request), request, ports);
}

/** Adds the policies to an opened workspace. */
export function withPolicies(
  workspace: Workspace,
  { cwd, network = false }: PolicyScope,
  ports: PolicyPorts,
): PolicyWorkspace {
  let resolved: Promise<EffectivePolicy> | undefined;
  const policy = () => (resolved ??= resolvePolicy({ cwd, root: workspace.root, network }, ports));
  return { ...workspace, policy };
}
