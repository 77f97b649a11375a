import { GenlockError } from '../errors/error.ts';
import type { LockedPlugin } from '../lockfile/lockfile.ts';
import { sourceOf } from '../lockfile/source.ts';
import { valueAt } from '../plugin/manifest/validated-text.ts';
import type { Plugin } from '../plugin/plugin.ts';
import { objectReader } from '../project/objects.ts';
import { storedManifest } from '../project/operations.ts';
import type { Workspace } from './workspace.ts';

/**
 * Returns the names of all given or installed plugins that provide authentication. Unreadable manifests are skipped,
 * because later steps report the problem.
 */
export async function authPluginsOf(
  given: readonly Plugin[],
  { root, lockfile }: Pick<Workspace, 'root' | 'lockfile'>,
): Promise<readonly string[]> {
  const typed = given.map(({ manifest }) => [manifest.name, manifest.provides] as const);
  const provided = new Map<string, unknown>();
  for (const [name, locked] of lockfile?.plugins ?? []) provided.set(name, await providedBy(locked, root));
  return [...new Map([...provided, ...typed])].flatMap(([name, provides]) => (provides === 'auth' ? [name] : []));
}

/** Reads `provides` from the stored operations. If they are damaged, reads the plugin source with the pinned hash. */
async function providedBy(locked: LockedPlugin, root: string): Promise<unknown> {
  try {
    return valueAt(storedManifest({ digest: locked.operations, read: objectReader(root) }), 'provides');
  } catch (error) {
    if (error instanceof GenlockError) return providedBySource(locked, root);
    throw error;
  }
}

async function providedBySource(locked: LockedPlugin, root: string): Promise<unknown> {
  const source = sourceOf(locked, root);
  if (source.kind !== 'bundled' && source.kind !== 'folder') return undefined;
  // The rules for manifests load semver and the sandbox.
  const { loadPlugin } = await import('../plugin/load.ts');
  try {
    const { integrity, manifest } = loadPlugin(source);
    return integrity === locked.integrity ? manifest.provides : undefined;
  } catch (error) {
    if (error instanceof GenlockError) return undefined;
    throw error;
  }
}
