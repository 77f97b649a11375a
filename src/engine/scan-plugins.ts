import { contentsOf } from '../consent/contents.ts';
import { findingsIn } from '../consent/find.ts';
import { footprintIncrease } from '../consent/footprint-increase.ts';
import { GenlockError } from '../errors/error.ts';
import type { Contribution } from '../plugin/plugin.ts';
import type { EffectivePolicy } from '../policy/decide.ts';
import { installedPlugin, type StoredProject } from './installed-plugin.ts';
import type { PluginSet } from './resolve-plugins.ts';
import type { PluginChange } from './plugin-change.ts';

/** A project with its plugins after a change, and the policy about changed code. */
export interface ScannedProject extends StoredProject, Pick<PluginSet, 'plugins'> {
  readonly policy: Pick<EffectivePolicy, 'changedCode'>;
}

/**
 * Scans the code of every new or changed plugin that is not bundled, and compares it with the previous version. New
 * findings count as growth. Changed code needs consent, unless a policy accepts it. The parser is loaded only if such a
 * plugin exists.
 */
export async function scanPlugins(
  changes: readonly PluginChange[],
  { plugins, policy, ...project }: ScannedProject,
): Promise<readonly PluginChange[]> {
  if (!changes.some(isForeign)) return changes;
  const { codeChanges } = await import('../consent/code-changes.ts');
  const scanned = changes.map(async (change) => {
    const now = plugins.find(({ plugin }) => plugin.manifest.name === change.name);
    if (now === undefined || !isForeign(change)) return change;
    const { contribution } = now.stored;
    const findings = await findingsIn(contentsOf(contribution));
    if (change.before === undefined) return { ...change, findings };
    const old = contributionBefore(change.name, project);
    const changedCode = codeChanges(old, contribution);
    const before = {
      footprint: change.before.footprint,
      findings: old === undefined ? [] : await findingsIn(contentsOf(old)),
    };
    const growth = footprintIncrease(before, { footprint: change.footprint, findings });
    const asks = change.asks || growth !== undefined || (changedCode.length > 0 && policy.changedCode === undefined);
    return { ...change, findings, asks, changedCode, ...(growth !== undefined && { growth }) };
  });
  return Promise.all(scanned);
}

/** Returns whether a plugin that is not bundled is in the project after a change. */
export function isForeign({ change, source }: PluginChange): boolean {
  return change !== 'removed' && change !== 'disabled' && !source.startsWith('bundled:');
}

/**
 * Loads the installed contribution of a plugin; `undefined` if it cannot be read. Then every finding and all code count
 * as new.
 */
export function contributionBefore(name: string, project: StoredProject): Contribution | undefined {
  const locked = project.lockfile?.plugins.get(name);
  if (locked === undefined) return undefined;
  try {
    return installedPlugin({ name, locked }, project).stored.contribution;
  } catch (error) {
    if (error instanceof GenlockError) return undefined;
    throw error;
  }
}
