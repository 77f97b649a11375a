import { resolve } from 'node:path';
import { GenlockError } from '../errors/error.ts';
import type { Lockfile } from '../lockfile/lockfile.ts';
import { availablePlugins, basePlugin, bundledPlugins } from '../plugin/bundled.ts';
import { findPlugins, loadPlugin } from '../plugin/load.ts';
import type { Plugin } from '../plugin/plugin.ts';
import { fetchPlugin, readArchive, type FetchedPlugin, type PackagePorts } from './packages/fetch-plugin.ts';
import type { PackageRequest } from './packages/registry-settings.ts';
import { allOrAbort } from './packages/interruptible.ts';
import { loadFolders, requireUsableNames } from './load-folders.ts';

/** Context for resolving plugin arguments. */
export interface SpecContext extends PackageRequest {
  /** Base folder of relative paths, absolute. */
  readonly cwd: string;
  readonly lockfile: Lockfile | undefined;
}

/** Plugins named on the command line. */
export interface SelectedPlugins {
  /** Plugins from folders, archives, Genlock itself or registries. */
  readonly plugins: readonly Plugin[];
  /** Names of plugins whose paths were typed or that are bundled. */
  readonly typed: readonly string[];
  /** Names of all plugins, including installed ones that were typed by name. */
  readonly names: readonly string[];
  /** Versions that `genlock.json` records; `undefined` for plugins that are not from a registry. */
  readonly versions: ReadonlyMap<string, string | undefined>;
}

/**
 * Resolves the arguments of `genlock add`: a path of a folder or an archive (with a slash or a leading dot), the name
 * of a bundled or installed plugin, or a registry package with an optional version, range or tag.
 *
 * @throws GenlockError PLUGIN_NOT_FOUND with the available plugins, REGISTRY_…, and everything `loadPlugin` throws
 */
export async function selectPlugins(
  specs: readonly string[],
  context: SpecContext,
  ports: PackagePorts,
): Promise<SelectedPlugins> {
  const { cwd, lockfile } = context;
  const paths = specs.filter(isPath).map((path) => resolve(cwd, path));
  const words = [...new Set(specs.filter((spec) => !isPath(spec)))];
  const installed = words.filter((name) => name !== basePlugin && lockfile?.plugins.has(name));
  const others = words.filter((name) => !installed.includes(name));
  const bundled = others.filter(isBundled).map((name) => loadPlugin({ kind: 'bundled', name }));
  const archives = await Promise.all(paths.filter(isArchive).map((path) => readArchive(path, context.policy)));
  const local = [...loadFolders(paths.filter((path) => !isArchive(path))), ...archives, ...bundled];
  const packages = others.filter((spec) => !isBundled(spec));
  const fetched = await allOrAbort(packages, (spec, signal) => fetchNamed(spec, { ...context, signal }, ports));
  const plugins = requireUsableNames([...local, ...fetched.map(({ plugin }) => plugin)]);
  const versions = new Map<string, string | undefined>([
    ...namesOf(local).map((name) => [name, undefined] as const),
    ...fetched.map(({ plugin, range }) => [plugin.manifest.name, range] as const),
  ]);
  return { plugins, typed: [...installed, ...namesOf(local)], names: [...installed, ...namesOf(plugins)], versions };
}

function namesOf(plugins: readonly Plugin[]): readonly string[] {
  return plugins.map(({ manifest }) => manifest.name);
}

/** Checks whether an argument is a path, not a name. */
export function isPath(spec: string): boolean {
  if (/^(?:\.{1,2}$|\.{0,2}[/\\]|[a-z]:[/\\])/iu.test(spec)) return true;
  return spec.includes('/') && !/^(?:@|[a-z][a-z+]+:)/iu.test(spec);
}

/** Checks whether a path is that of an archive, not of a folder. */
export function isArchive(path: string): boolean {
  return /\.(?:tgz|tar\.gz)$/iu.test(path);
}

function isBundled(name: string): boolean {
  return availablePlugins().includes(name);
}

/** Fetches a package. If this fails and a folder with that name exists, the error suggests the folder. */
async function fetchNamed(
  spec: string,
  { cwd, ...context }: SpecContext & { readonly signal: AbortSignal },
  ports: PackagePorts,
): Promise<FetchedPlugin> {
  const [name = spec] = /^@?[^@]+/u.exec(spec) ?? [];
  const installed = context.lockfile?.plugins.get(name)?.version;
  try {
    const known = knownNames(context);
    return await fetchPlugin(spec, { ...context, known, ...(installed !== undefined && { installed }) }, ports);
  } catch (error) {
    const isFolder = error instanceof GenlockError && isPluginFolder(resolve(cwd, spec));
    if (!isFolder) throw error;
    const [problem] = error.problems;
    throw new GenlockError({ ...problem, hint: `Did you mean the folder ./${spec}?` }, { cause: error });
  }
}

/** Returns the names of installed and bundled plugins, and the plugins that a policy allows or requires by name. */
export function knownNames({ lockfile, policy }: Pick<SpecContext, 'lockfile' | 'policy'>): readonly string[] {
  const named = policy.policies.flatMap(({ plugins, required = [] }) => [
    ...required,
    ...Object.entries(plugins?.rules ?? {}).flatMap(([glob, { mode }]) =>
      (mode === 'allowed' || mode === 'required') && !/[*:]/u.test(glob) ? [glob] : [],
    ),
  ]);
  return [...(lockfile?.plugins.keys() ?? []), ...bundledPlugins(), ...named];
}

function isPluginFolder(path: string): boolean {
  try {
    return findPlugins(path).length > 0;
  } catch {
    return false;
  }
}

/**
 * Returns the typed names of installed plugins without duplicates.
 *
 * @throws GenlockError PLUGIN_NOT_INSTALLED, also for `base`, which cannot be removed
 */
export function installedNames(typed: readonly string[], lockfile: Lockfile | undefined): readonly string[] {
  const names = [...(lockfile?.plugins.keys() ?? [])].filter((name) => name !== basePlugin);
  const missing = typed.find((name) => !names.includes(name));
  if (missing === undefined) return [...new Set(typed)];
  const message =
    missing === basePlugin
      ? `${basePlugin} is part of every project`
      : `the plugin ${JSON.stringify(missing)} is not installed`;
  const hint = names.length === 0 ? 'No plugin is installed.' : `Installed are ${names.join(', ')}.`;
  throw new GenlockError({ code: 'PLUGIN_NOT_INSTALLED', message, hint });
}
