import { valueAt } from '../plugin/manifest/validated-text.ts';
import type { Plugin } from '../plugin/plugin.ts';
import { manifestOf } from './stored-manifests.ts';
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
  for (const [name, locked] of lockfile?.plugins ?? []) {
    provided.set(name, valueAt(await manifestOf(locked, root), 'provides'));
  }
  return [...new Map([...provided, ...typed])].flatMap(([name, provides]) => (provides === 'auth' ? [name] : []));
}
