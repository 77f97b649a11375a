import type { LockedPlugin } from '../../lockfile/lockfile.ts';
import { sourceOf } from '../../lockfile/source.ts';
import { reservedNames } from '../../plugin/reserved-names.ts';

/** Installed plugin with the release that the lockfile pins. */
export interface PinnedPlugin {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
  /** URL. */
  readonly registry: string;
}

/** Plugins or packages that no registry was queried for, or that a registry could not check, with the reason. */
export interface Unchecked {
  readonly names: readonly string[];
  readonly reason: string;
}

/** Reason for all names with `--offline`. */
export const offlineReason = 'no registry was queried';

/**
 * Returns the plugins from registries. Names that are reserved for bundled plugins are never sent to a registry, so they
 * are returned as unchecked.
 */
export function registryPlugins(
  plugins: readonly (readonly [name: string, locked: LockedPlugin])[],
  root: string,
): { readonly pinned: readonly PinnedPlugin[]; readonly reserved: readonly Unchecked[] } {
  const all = plugins.flatMap(([name, locked]): readonly PinnedPlugin[] => {
    const source = sourceOf(locked, root);
    const { version, integrity } = locked;
    return source.kind === 'registry' ? [{ name, version, integrity, registry: source.url }] : [];
  });
  const reserved = reservedNames();
  const names = all.flatMap(({ name }) => (reserved.has(name) ? [name] : []));
  const reason = 'its name is reserved for a plugin bundled with Genlock';
  return {
    pinned: all.filter(({ name }) => !reserved.has(name)),
    reserved: names.length === 0 ? [] : [{ names, reason }],
  };
}
