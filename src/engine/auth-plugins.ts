import { GenlockError } from '../errors/error.ts';
import type { LockedPlugin } from '../lockfile/lockfile.ts';
import { sourceOf } from '../lockfile/source.ts';
import { loadPlugin } from '../plugin/load.ts';
import { valueAt } from '../plugin/manifest/validated-text.ts';
import type { Plugin } from '../plugin/plugin.ts';
import { objectReader } from '../project/objects.ts';
import { storedManifest } from '../project/operations.ts';
import type { Store } from './installed-plugin.ts';

/**
 * Returns the names of all given or installed plugins that provide authentication. Unreadable manifests are skipped,
 * because later steps report the problem.
 */
export function authPluginsOf(given: readonly Plugin[], { root, lockfile }: Store): readonly string[] {
  const typed = given.map(({ manifest }) => [manifest.name, manifest.provides] as const);
  const installed = [...(lockfile?.plugins ?? [])].map(([name, locked]) => [name, providedBy(locked, root)] as const);
  return [...new Map([...installed, ...typed])].flatMap(([name, provides]) => (provides === 'auth' ? [name] : []));
}

/** Reads `provides` from the stored operations. If they are damaged, reads the plugin source with the pinned hash. */
function providedBy(locked: LockedPlugin, root: string): unknown {
  const fromStored = (): unknown =>
    valueAt(storedManifest({ digest: locked.operations, read: objectReader(root) }), 'provides');
  const fromSource = (): unknown => {
    const source = sourceOf(locked, root);
    if (source.kind !== 'bundled' && source.kind !== 'folder') return undefined;
    const { integrity, manifest } = loadPlugin(source);
    return integrity === locked.integrity ? manifest.provides : undefined;
  };
  return readable(
    () => readable(fromStored, fromSource),
    () => undefined,
  );
}

function readable(read: () => unknown, otherwise: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof GenlockError) return otherwise();
    throw error;
  }
}
