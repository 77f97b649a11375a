import { contentsOf } from '../consent/contents.ts';
import { findingsIn } from '../consent/find.ts';
import { footprintIncrease } from '../consent/footprint-increase.ts';
import { GenlockError } from '../errors/error.ts';
import type { Contribution } from '../plugin/plugin.ts';
import { installedPlugin, type StoredProject } from './installed-plugin.ts';
import type { PluginSet } from './resolve-plugins.ts';
import type { PluginChange } from './plugin-change.ts';

/**
 * Scans the code of every new or changed plugin that is not bundled, and of its previous version. New findings count as
 * growth. The parser is loaded only if such a plugin exists.
 */
export async function scanPlugins(
  changes: readonly PluginChange[],
  { plugins, ...project }: StoredProject & Pick<PluginSet, 'plugins'>,
): Promise<readonly PluginChange[]> {
  if (!changes.some(isForeign)) return changes;
  const scanned = changes.map(async (change) => {
    const now = plugins.find(({ plugin }) => plugin.manifest.name === change.name);
    if (now === undefined || !isForeign(change)) return change;
    const findings = await findingsIn(contentsOf(now.stored.contribution));
    if (change.before === undefined) return { ...change, findings };
    const old = storedBefore(change.name, project);
    const before = {
      footprint: change.before.footprint,
      findings: old === undefined ? [] : await findingsIn(contentsOf(old)),
    };
    const growth = footprintIncrease(before, { footprint: change.footprint, findings });
    return growth === undefined ? { ...change, findings } : { ...change, findings, asks: true, growth };
  });
  return Promise.all(scanned);
}

function isForeign({ change, source }: PluginChange): boolean {
  return change !== 'removed' && change !== 'disabled' && !source.startsWith('bundled:');
}

/** Loads the previous contribution of a plugin. If it cannot be read, every finding counts as new. */
function storedBefore(name: string, project: StoredProject): Contribution | undefined {
  const locked = project.lockfile?.plugins.get(name);
  if (locked === undefined) return undefined;
  try {
    return installedPlugin({ name, locked }, project).stored.contribution;
  } catch (error) {
    if (error instanceof GenlockError) return undefined;
    throw error;
  }
}
