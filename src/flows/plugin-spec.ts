import { resolve } from 'node:path';
import { GenlockError } from '../errors/error.ts';
import type { Lockfile } from '../lockfile/lockfile.ts';
import { bundledPlugins, findPlugins, loadPlugin } from '../plugin/load.ts';
import type { Plugin } from '../plugin/plugin.ts';
import { basePlugin, loadFolders } from './plugins.ts';

/** What was typed for a plugin, and what it can mean. */
export interface SpecPlaces {
  /** The folder relative paths are meant from, absolute. */
  readonly cwd: string;
  readonly lockfile: Lockfile | undefined;
}

/** Plugins named on the command line. */
export interface NamedPlugins {
  /** Read from folders, or bundled. */
  readonly plugins: readonly Plugin[];
  /** Names of all of them, those that are installed already and were given by name included. */
  readonly names: readonly string[];
}

/**
 * What `genlock add` was given: a folder (a path, with a slash or a leading dot), the name of a bundled plugin, or of
 * one that is installed.
 *
 * @throws GenlockError PLUGIN_NOT_FOUND with what is available, PLUGIN_REGISTRY_UNAVAILABLE for what only a registry
 * can have, and everything `loadPlugin` throws
 */
export function namedPlugins(specs: readonly string[], { cwd, lockfile }: SpecPlaces): NamedPlugins {
  const folders = loadFolders(specs.filter(isPath).map((path) => resolve(cwd, path)));
  const words = [...new Set(specs.filter((spec) => !isPath(spec)))];
  const installed = words.filter((name) => name !== basePlugin && lockfile?.plugins.has(name));
  const bundled = words.filter((name) => !installed.includes(name)).map((name) => bundledPlugin(name, cwd));
  const plugins = [...folders, ...bundled];
  return { plugins, names: [...installed, ...plugins.map(({ manifest }) => manifest.name)] };
}

/** Whether what was typed means a folder, not a name. */
export function isPath(spec: string): boolean {
  return /^(?:\.{1,2}$|\.{0,2}[/\\]|[a-z]:[/\\])/iu.test(spec) || (spec.includes('/') && !spec.startsWith('@'));
}

function bundledPlugin(name: string, cwd: string): Plugin {
  const available = availablePlugins();
  if (available.includes(name)) return loadPlugin({ kind: 'bundled', name });
  if (/[@:/]/u.test(name)) {
    const message = `${JSON.stringify(name)} names a package of a registry`;
    throw new GenlockError({ code: 'PLUGIN_REGISTRY_UNAVAILABLE', message });
  }
  const list = available.length === 0 ? 'none is bundled with this version' : `bundled are ${available.join(', ')}`;
  const message = `there is no plugin ${JSON.stringify(name)}: ${list}`;
  const hint = isPluginFolder(resolve(cwd, name))
    ? `Did you mean the folder ./${name}?`
    : 'Give a folder, such as ./my-plugin; packages come with the registry, which this version has not.';
  throw new GenlockError({ code: 'PLUGIN_NOT_FOUND', message, hint });
}

/** Names of the bundled plugins somebody can add: `base` is in every project. */
export function availablePlugins(): readonly string[] {
  return bundledPlugins().filter((name) => name !== basePlugin);
}

function isPluginFolder(path: string): boolean {
  try {
    return findPlugins(path).length > 0;
  } catch {
    return false;
  }
}

/**
 * The names of installed plugins, as typed.
 *
 * @throws GenlockError PLUGIN_NOT_INSTALLED; `base` is what a project is made of
 */
export function installedNames(typed: readonly string[], lockfile: Lockfile | undefined): readonly string[] {
  const names = [...(lockfile?.plugins.keys() ?? [])].filter((name) => name !== basePlugin);
  const missing = typed.find((name) => !names.includes(name));
  if (missing === undefined) return [...new Set(typed)];
  const message =
    missing === basePlugin
      ? `${basePlugin} is what the project is made of`
      : `the plugin ${JSON.stringify(missing)} is not installed`;
  const hint = names.length === 0 ? 'No plugin is installed.' : `Installed are ${names.join(', ')}.`;
  throw new GenlockError({ code: 'PLUGIN_NOT_INSTALLED', message, hint });
}
