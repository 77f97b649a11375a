import { availablePlugins, basePlugin } from '../../plugin/bundled.ts';
import type { RecoveryOutcome } from '../../apply/recover-transaction.ts';
import type { PluginConfig } from '../../config/config.ts';
import type { PrintedFootprint } from '../../consent/footprint-increase.ts';
import type { LockedPlugin } from '../../lockfile/lockfile.ts';
import { compareText } from '../../core/tree.ts';
import { presentConfiguration } from '../../engine/configuration.ts';
import { openWorkspace } from '../../engine/workspace.ts';

/** One plugin of a project. */
export interface ListedPlugin {
  readonly name: string;
  /**
   * `on` and `off`: installed. `missing`: enabled in genlock.json but not installed. `leaving`: installed but no longer
   * in genlock.json. `genlock sync` applies the last two states and a changed `enabled` value.
   */
  readonly state: 'on' | 'off' | 'missing' | 'leaving';
  readonly waits: boolean;
  readonly version?: string;
  /** `bundled:…` or `folder:…` */
  readonly source?: string;
  readonly footprint?: PrintedFootprint;
}

/** Result of `genlock list`; `--json` prints exactly this object. */
export interface ListResult {
  /** How an earlier interrupted command was completed or undone. */
  readonly healed: RecoveryOutcome;
  readonly project: { readonly name: string; readonly root: string };
  /** Sorted by name, without `base`, which is part of every project. */
  readonly plugins: readonly ListedPlugin[];
  /** Bundled plugins that are not installed. */
  readonly available: readonly string[];
}

/** Lists the plugins of a project. @throws GenlockError PROJECT_NOT_FOUND, CONFIG_…, PROJECT_LOCKFILE_… */
export async function listPlugins(cwd: string): Promise<ListResult> {
  const { root, lockfile, healed } = await openWorkspace({ cwd, dryRun: false, command: 'genlock list' });
  const { config } = await presentConfiguration({ root, lockfile, cwd });
  const locked = lockfile?.plugins ?? new Map<string, LockedPlugin>();
  const names = [...new Set([...config.plugins.keys(), ...locked.keys()])].filter((name) => name !== basePlugin);
  const plugins = names
    .toSorted(compareText)
    .flatMap((name) => listed(name, { written: config.plugins.get(name), locked: locked.get(name) }));
  const installed = new Set(plugins.map(({ name }) => name));
  return {
    healed,
    project: { name: config.name, root },
    plugins,
    available: availablePlugins().filter((name) => !installed.has(name)),
  };
}

function listed(
  name: string,
  { written, locked }: { readonly written: PluginConfig | undefined; readonly locked: LockedPlugin | undefined },
): readonly ListedPlugin[] {
  if (locked === undefined) return written?.enabled === true ? [{ name, state: 'missing', waits: true }] : [];
  const { version, source, footprint } = locked;
  const isOn = locked.disabled !== true;
  const waits = written === undefined || written.enabled !== isOn;
  return [{ name, state: written === undefined ? 'leaving' : isOn ? 'on' : 'off', waits, version, source, footprint }];
}
