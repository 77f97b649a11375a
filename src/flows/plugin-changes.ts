import { hasGrown, printFootprint, type PrintedFootprint } from '../consent/growth.ts';
import { footprintOf } from '../consent/footprint.ts';
import type { LockedPlugin, Lockfile } from '../lockfile/lockfile.ts';
import { printSource } from '../lockfile/source.ts';
import { compareText } from '../render/tree.ts';
import type { Assembled } from './assemble.ts';
import type { InstalledPlugin } from './plugins.ts';

/** What a command does with one plugin. */
export interface PluginChange {
  readonly name: string;
  readonly version: string;
  readonly change: 'added' | 'updated' | 'removed' | 'enabled' | 'disabled';
  /** As the lockfile names it: `bundled:…` or `folder:…`. */
  readonly source: string;
  /** What the plugin puts into the project, or what it did until now. */
  readonly footprint: PrintedFootprint;
  /** Of its models, those that are others' too: they get more fields. */
  readonly extends: readonly string[];
  /** It is new, or asks for more than was agreed to. */
  readonly asks: boolean;
}

/** How plugins were installed and how they will be. */
export interface BeforeAndAfter {
  readonly root: string;
  readonly lockfile: Lockfile | undefined;
  readonly after: Assembled;
  /** Names of the models that aren't plugins'. */
  readonly models: readonly string[];
}

/** Every plugin whose part in the project changes, by name. */
export function pluginChanges({ root, lockfile, after, models }: BeforeAndAfter): readonly PluginChange[] {
  const before = lockfile?.plugins ?? new Map<string, LockedPlugin>();
  const present = after.plugins.flatMap((plugin) => {
    const locked = before.get(plugin.plugin.manifest.name);
    const others = new Set([...models, ...modelsOfOthers(plugin, after)]);
    return changeOf(plugin, { locked, root, others });
  });
  const names = new Set(after.plugins.map(({ plugin }) => plugin.manifest.name));
  const gone = [...before].flatMap(([name, locked]) => {
    if (names.has(name)) return [];
    const isKept = after.disabled.some((plugin) => plugin.name === name);
    if (isKept && locked.disabled === true) return [];
    return [{ ...described(name, locked), change: isKept ? ('disabled' as const) : ('removed' as const) }];
  });
  return [...present, ...gone].toSorted((one, other) => compareText(one.name, other.name));
}

function described(name: string, { version, source, footprint }: LockedPlugin): Omit<PluginChange, 'change'> {
  return { name, version, source, footprint, extends: [], asks: false };
}

interface Comparison {
  readonly locked: LockedPlugin | undefined;
  readonly root: string;
  readonly others: ReadonlySet<string>;
}

function changeOf(
  { plugin, inputs, stored }: InstalledPlugin,
  { locked, root, others }: Comparison,
): readonly PluginChange[] {
  const { name, version } = plugin.manifest;
  const footprint = printFootprint(footprintOf(stored.contribution));
  const source = printSource(plugin.source, root);
  const extended = footprint.models.filter((model) => others.has(model));
  const base = { name, version, source, footprint, extends: extended };
  if (locked === undefined) return [{ ...base, change: 'added', asks: true }];
  if (locked.disabled === true) return [{ ...base, change: 'enabled', asks: hasGrown(locked.footprint, footprint) }];
  const same = locked.operations === stored.digest && locked.inputs === inputs && locked.integrity === plugin.integrity;
  return same ? [] : [{ ...base, change: 'updated', asks: hasGrown(locked.footprint, footprint) }];
}

function modelsOfOthers({ plugin }: InstalledPlugin, { plugins }: Assembled): readonly string[] {
  return plugins
    .filter((other) => other.plugin.manifest.name !== plugin.manifest.name)
    .flatMap(({ stored }) => footprintOf(stored.contribution).models);
}
