import { openWithPolicies } from '../../engine/policy-workspace.ts';
import { installedLoader } from '../../engine/packages/fetch-plugin.ts';
import { allOrAbort } from '../../engine/packages/interruptible.ts';
import type { PackagePorts } from '../../engine/packages/machine-settings.ts';
import { sourceOf } from '../../lockfile/source.ts';
import { registryFolder } from './cache.ts';

/** Plugins in the download cache; `--json` prints exactly this object. */
export interface CacheFetchResult {
  /** Folder of the cache, absolute. */
  readonly folder: string;
  /** Plugins from registries, sorted by name. All of them are in the cache with the pinned bytes. */
  readonly plugins: readonly {
    readonly name: string;
    readonly version: string;
    /** URL. */
    readonly registry: string;
    /** `sha512-<base64>`, as pinned. */
    readonly integrity: string;
  }[];
  /** Names of plugins from folders and archives, which are never downloaded. */
  readonly local: readonly string[];
}

/**
 * Downloads the pinned archive of every installed plugin from a registry into the cache, also of disabled plugins. An
 * archive that the cache contains is read and checked, not downloaded again.
 *
 * @throws GenlockError REGISTRY_INTEGRITY_MISMATCH if a registry has other bytes, POLICY_…, REGISTRY_…, PROJECT_…
 */
export async function fetchLocked({ cwd }: { readonly cwd: string }, ports: PackagePorts): Promise<CacheFetchResult> {
  const workspace = await openWithPolicies(
    { cwd, network: true, dryRun: false, command: 'genlock cache fetch' },
    ports,
  );
  const { root, lockfile } = workspace;
  const policy = await workspace.policy();
  const load = installedLoader({ root, offline: false, policy }, ports);
  const installed = [...(lockfile?.plugins ?? [])].map(([name, locked]) => {
    return { name, locked, source: sourceOf(locked, root) };
  });
  const pinned = installed.flatMap(({ name, locked, source }) =>
    source.kind === 'registry' ? [{ name, locked, registry: source.url }] : [],
  );
  await allOrAbort(pinned, ({ name, locked }) => load(name, locked));
  return {
    folder: await registryFolder(ports),
    plugins: pinned.map(({ name, locked: { version, integrity }, registry }) => {
      return { name, version, registry, integrity };
    }),
    local: installed.flatMap(({ name, source }) =>
      source.kind === 'folder' || source.kind === 'archive' ? [name] : [],
    ),
  };
}
