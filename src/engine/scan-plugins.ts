import { contentsOf } from '../consent/contents.ts';
import { findingsIn } from '../consent/find.ts';
import { footprintIncrease } from '../consent/footprint-increase.ts';
import { GenlockError } from '../errors/error.ts';
import type { Contribution } from '../plugin/plugin.ts';
import type { EffectivePolicy } from '../policy/effective-policy.ts';
import { knownPackages, newDoubts } from './doubtful-names.ts';
import { installedPlugin, type StoredProject } from './installed-plugin.ts';
import type { PluginSet } from './resolve-plugins.ts';
import type { PluginChange } from './plugin-change.ts';

/** A project with its plugins after a change, and the policy about changed code. */
export interface ScannedProject extends StoredProject, Pick<PluginSet, 'plugins'> {
  readonly policy: Pick<EffectivePolicy, 'changedCode'>;
}

/**
 * Scans the code and the names of every new or changed plugin that is not bundled, and compares it with the previous
 * version. New findings count as growth. Names that can be mistaken for others need consent. Changed code needs consent,
 * unless a policy accepts it. The parser is loaded only if such a plugin exists.
 */
export async function scanPlugins(
  changes: readonly PluginChange[],
  { plugins, policy, ...project }: ScannedProject,
): Promise<readonly PluginChange[]> {
  if (!changes.some(isForeign)) return changes;
  const known = knownPackages(project.root);
  const scanned = changes.map(async (change): Promise<PluginChange> => {
    const now = plugins.find(({ plugin }) => plugin.manifest.name === change.name);
    if (now === undefined || !isForeign(change)) return change;
    const { contribution } = now.stored;
    const before = contributionBefore(change.name, project);
    const doubts = newDoubts(contribution, { before, known });
    const doubted = doubts.length === 0 ? change : { ...change, doubts, asks: true };
    const findings = await findingsIn(contentsOf(contribution));
    if (change.before === undefined) return { ...doubted, findings };
    const { codeChanges } = await import('../consent/code-changes.ts');
    const changedCode = codeChanges(before, contribution);
    const accepted = {
      footprint: change.before.footprint,
      findings: before === undefined ? [] : await findingsIn(contentsOf(before)),
    };
    const growth = footprintIncrease(accepted, { footprint: change.footprint, findings });
    const asks = doubted.asks || growth !== undefined || (changedCode.length > 0 && policy.changedCode === undefined);
    return { ...doubted, findings, asks, changedCode, ...(growth !== undefined && { growth }) };
  });
  return Promise.all(scanned);
}

function isForeign({ change, source }: PluginChange): boolean {
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
