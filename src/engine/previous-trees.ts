import { readConfig } from '../config/read.ts';
import type { Config } from '../config/config.ts';
import { resolveModel } from '../data-layer/resolve.ts';
import { GenlockError } from '../errors/error.ts';
import { readLockfile, type LockedPlugin, type Lockfile } from '../lockfile/lockfile.ts';
import { basePlugin } from '../plugin/bundled.ts';
import type { Contribution } from '../plugin/plugin.ts';
import { configPath } from '../project/records.ts';
import { render } from '../render/render.ts';
import { compareText, type Tree } from '../core/tree.ts';
import type { Configuration } from './configuration.ts';
import { installedPlugin } from './installed-plugin.ts';
import { type InstalledPlugin } from './run-plugins.ts';

/** A project with records that are damaged or were merged by git. */
export interface Damaged {
  readonly root: string;
  readonly configuration: Configuration;
  /** Plugins after the change. */
  readonly plugins: readonly InstalledPlugin[];
}

/** Maximum number of trees to render. */
const most = 60;

/**
 * Renders the trees that Genlock can have written before, the most probable first: the project according to its
 * records; after a git merge, each branch; without one or two plugins, as before they were added. Trees that fail to
 * render are skipped.
 */
export function* previousTrees(damaged: Damaged): Generator<Tree> {
  const seen = new Set<string>();
  for (const { config, plugins } of candidatesOf(damaged)) {
    const names = plugins.map(({ name, locked }) => `${name} ${locked.operations}`).toSorted(compareText);
    const key = JSON.stringify([config, names]);
    if (seen.has(key) || seen.size >= most) continue;
    seen.add(key);
    const tree = rendered({ config, plugins }, damaged);
    if (tree !== undefined) yield tree;
  }
}

interface Named {
  readonly name: string;
  readonly locked: LockedPlugin;
}

interface Candidate {
  readonly config: Config;
  readonly plugins: readonly Named[];
}

function* candidatesOf({ root, configuration }: Damaged): Generator<Candidate> {
  const { lockfile, sides } = readLockfile(root);
  if (lockfile === undefined) return;
  const configs = configsOf(configuration);
  for (const config of configs) for (const side of [...sides, lockfile]) yield candidate(config, side);
  for (const config of configs) {
    const { plugins } = candidate(config, lockfile);
    const others = plugins.filter(({ name }) => name !== basePlugin);
    const without = (...names: readonly string[]): Candidate => ({
      config,
      plugins: plugins.filter(({ name }) => !names.includes(name)),
    });
    for (const { name } of others) yield without(name);
    for (const [at, { name }] of others.entries()) {
      for (const second of others.slice(at + 1)) yield without(name, second.name);
    }
  }
}

function configsOf(configuration: Configuration): readonly Config[] {
  const { sides = [], before, authPlugins } = configuration;
  const options = { file: configPath, fallbackName: configuration.config.name, authPlugins };
  const texts = [...sides, ...(sides.length === 0 && before !== undefined ? [before] : [])];
  return [...texts.flatMap((text) => attempt(() => readConfig(text, options)) ?? []), configuration.config];
}

function candidate(config: Config, lockfile: Lockfile): Candidate {
  const plugins = [...lockfile.plugins].map(([name, locked]) => ({ name, locked }));
  return {
    config,
    plugins: plugins.filter(({ name }) => name === basePlugin || config.plugins.get(name)?.enabled === true),
  };
}

function rendered({ config, plugins }: Candidate, { root, plugins: present }: Damaged): Tree | undefined {
  return attempt(() => {
    const contributions = plugins.map(({ name, locked }): Contribution => {
      const same = present.find(({ stored }) => stored.digest === locked.operations);
      return (same ?? installedPlugin({ name, locked }, { root, configuration: { config } })).stored.contribution;
    });
    const ordered = contributions.toSorted((one, other) => compareText(rank(one), rank(other)));
    return render({ config, model: resolveModel(config), contributions: ordered });
  });
}

/** Sorts `base` first. */
function rank({ manifest: { name } }: Contribution): string {
  return name === basePlugin ? '' : name;
}

function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof GenlockError) return undefined;
    throw error;
  }
}
