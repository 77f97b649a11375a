import { GenlockError } from '../errors/error.ts';
import type { LockedPlugin } from '../lockfile/lockfile.ts';
import { sourceOf } from '../lockfile/source.ts';
import { valueAt } from '../plugin/manifest/validated-text.ts';
import { objectReader } from '../project/objects.ts';
import { storedManifest } from '../project/operations.ts';
import type { Workspace } from './workspace.ts';

/**
 * Reads a plugin's manifest from the stored operations, without validation. If they are damaged, reads the plugin source
 * with the pinned hash.
 *
 * @returns `undefined` if the manifest cannot be read. Later steps report the problem.
 */
export async function manifestOf(locked: LockedPlugin, root: string): Promise<unknown> {
  try {
    return storedManifest({ digest: locked.operations, read: objectReader(root) });
  } catch (error) {
    if (error instanceof GenlockError) return manifestOfSource(locked, root);
    throw error;
  }
}

async function manifestOfSource(locked: LockedPlugin, root: string): Promise<unknown> {
  const source = sourceOf(locked, root);
  if (source.kind !== 'bundled' && source.kind !== 'folder') return undefined;
  // The rules for manifests load semver and the sandbox.
  const { loadPlugin } = await import('../plugin/load.ts');
  try {
    const { integrity, manifest } = loadPlugin(source);
    return integrity === locked.integrity ? manifest : undefined;
  } catch (error) {
    if (error instanceof GenlockError) return undefined;
    throw error;
  }
}

/** Returns the plugins that a manifest without validation requires. */
export function requirementsIn(manifest: unknown): readonly string[] {
  const names = valueAt(manifest, 'requires');
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

/** Returns the installed plugins with the plugins that each requires. */
export async function requirementsOf({
  root,
  lockfile,
}: Pick<Workspace, 'root' | 'lockfile'>): Promise<ReadonlyMap<string, readonly string[]>> {
  const read = [...(lockfile?.plugins ?? [])].map(
    async ([name, locked]) => [name, requirementsIn(await manifestOf(locked, root))] as const,
  );
  return new Map(await Promise.all(read));
}
