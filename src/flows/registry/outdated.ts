import { gt } from 'semver';
import { GenlockError } from '../../errors/error.ts';
import { openWithPolicies } from '../../engine/policy-workspace.ts';
import { presentConfiguration } from '../../engine/configuration.ts';
import { findVersions } from '../../engine/packages/fetch-plugin.ts';
import { allOrAbort } from '../../engine/packages/interruptible.ts';
import type { PackagePorts } from '../../engine/packages/machine-settings.ts';
import { sourceOf } from '../../lockfile/source.ts';

/** Result of `genlock outdated`; `--json` prints exactly this object. */
export interface OutdatedResult {
  /** Plugins with a newer version, or whose versions cannot be compared. Sorted by name. */
  readonly plugins: readonly OutdatedPlugin[];
  /** Number of installed plugins from registries. */
  readonly checked: number;
}

/** Plugin whose registry has a newer version. */
export interface OutdatedPlugin {
  readonly name: string;
  /** Installed version. */
  readonly current: string;
  /** Newest version in the range of genlock.json; absent with a problem. */
  readonly wanted?: string;
  /** Newest version that may be installed; absent with a problem. */
  readonly latest?: string;
  /** URL of the registry. */
  readonly registry: string;
  /** Reason why no version is available: a policy denies the plugin, or no version is in the range. */
  readonly problem?: { readonly code: 'POLICY_DENIED' | 'REGISTRY_VERSION_NOT_FOUND'; readonly message: string };
}

/**
 * Lists installed plugins with newer versions in their registries. Versions below the minimum age do not count. Neither
 * downloads plugins nor changes the project.
 *
 * @throws GenlockError REGISTRY_… if a registry does not answer, PROJECT_…, POLICY_…
 */
export async function outdatedPlugins({ cwd }: { readonly cwd: string }, ports: PackagePorts): Promise<OutdatedResult> {
  const workspace = await openWithPolicies({ cwd, network: true, dryRun: false, command: 'genlock outdated' }, ports);
  const { root, lockfile } = workspace;
  const policy = await workspace.policy();
  const { config } = await presentConfiguration({ root, lockfile, cwd });
  const installed = [...(lockfile?.plugins ?? [])].flatMap(([name, locked]) => {
    const source = sourceOf(locked, root);
    return source.kind === 'registry' ? [{ name, current: locked.version, registry: source.url }] : [];
  });
  const found = await allOrAbort(installed, async (plugin, signal): Promise<OutdatedPlugin> => {
    const range = config.plugins.get(plugin.name)?.version;
    const spec = range === undefined ? plugin.name : `${plugin.name}@${range}`;
    const request = { root, offline: false, policy, signal };
    const versions = findVersions({ spec, registry: plugin.registry }, request, ports);
    return { ...plugin, ...(await versions.catch(problemOf)) };
  });
  return { plugins: found.filter(isOutdated), checked: installed.length };
}

function isOutdated({ current, wanted, latest, problem }: OutdatedPlugin): boolean {
  return problem !== undefined || [wanted, latest].some((version) => version !== undefined && gt(version, current));
}

/** @throws errors that do not concern one plugin */
function problemOf(error: unknown): Pick<OutdatedPlugin, 'problem'> {
  const code = error instanceof GenlockError ? error.code : undefined;
  if (!(error instanceof GenlockError) || (code !== 'POLICY_DENIED' && code !== 'REGISTRY_VERSION_NOT_FOUND')) {
    throw error;
  }
  return { problem: { code, message: error.message } };
}
