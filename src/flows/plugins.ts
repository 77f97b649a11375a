import { runPlugin, type LogLine } from '../../sandbox/index.ts';
import type { Config } from '../config/config.ts';
import { resolveModel } from '../data-layer/resolve.ts';
import { GenlockError } from '../errors/error.ts';
import { requireSound } from '../judge/judge.ts';
import { parseSource } from '../lockfile/source.ts';
import type { Lockfile } from '../lockfile/lockfile.ts';
import { findPlugins, loadPlugin } from '../plugin/load.ts';
import type { Plugin, PluginSource } from '../plugin/plugin.ts';
import { requireSupport } from '../plugin/requirements.ts';
import { runFailure } from '../plugin/run-failure.ts';
import { resolveSettings } from '../plugin/settings.ts';
import { withPolicy, type Decision } from '../policy/decide.ts';
import { storeOperations, type StoredOperations } from '../project/operations.ts';
import { compareText } from '../render/tree.ts';
import type { Configuration } from './configuration.ts';

/** The plugin every project is made with. */
export const basePlugin = 'base';

/** One plugin that ran: what it is, what it returned, and how that is kept. */
export interface RanPlugin {
  readonly plugin: Plugin;
  readonly stored: StoredOperations;
  readonly warnings: readonly string[];
  /** What its generator wrote to its console. */
  readonly log: readonly LogLine[];
}

/** Owners of files in a plan that are no plugin of anybody else's. */
const ownNames: ReadonlySet<string> = new Set([basePlugin, 'core', 'genlock']);

/**
 * Plugins named by folders on the command line, read and checked; a folder may hold several.
 *
 * @throws GenlockError PLUGIN_NAME_TAKEN, and everything `loadPlugin` throws
 */
export function loadFolders(paths: readonly string[]): readonly Plugin[] {
  const plugins = paths.flatMap((path) => findPlugins(path)).map((path) => loadPlugin({ kind: 'folder', path }));
  const names = plugins.map(({ manifest }) => manifest.name);
  const taken = names.find((name, index) => ownNames.has(name) || names.indexOf(name) !== index);
  if (taken === undefined) return plugins;
  const message = ownNames.has(taken) ? `the name ${taken} is Genlock's own` : `two of the plugins are called ${taken}`;
  throw new GenlockError({ code: 'PLUGIN_NAME_TAKEN', message });
}

/** Where plugins that weren't given on the command line are to be found. */
export interface Installed {
  readonly given: readonly Plugin[];
  readonly lockfile?: Lockfile | undefined;
  /** The project's folder, absolute. */
  readonly root: string;
}

/**
 * All plugins of a project: `base` first, then the enabled ones by name. One that wasn't given is taken from where
 * the lockfile says it came from, else from the bundled ones.
 *
 * @throws GenlockError PLUGIN_NOT_FOUND for an enabled plugin that is nowhere
 */
export function completePlugins(config: Config, installed: Installed): readonly Plugin[] {
  const enabled = [...config.plugins].filter(([, { enabled }]) => enabled).map(([name]) => name);
  return [basePlugin, ...enabled.toSorted(compareText)].map((name) => findPlugin(name, installed));
}

function findPlugin(name: string, { given, lockfile, root }: Installed): Plugin {
  const typed = given.find(({ manifest }) => manifest.name === name);
  if (typed !== undefined) return typed;
  const pinned = lockfile?.plugins.get(name)?.source;
  const source: PluginSource | undefined = pinned === undefined ? undefined : parseSource(pinned, root);
  return loadPlugin(source ?? { kind: 'bundled', name });
}

/**
 * Names of the plugins, given or installed, whose manifests say that they provide authentication. One that can't be
 * read is passed over: that it is missing is said when it is needed.
 */
export function authPluginsOf({ given, lockfile, root }: Installed): readonly string[] {
  const typed = new Set(given.map(({ manifest }) => manifest.name));
  const installed = [...(lockfile?.plugins ?? [])].flatMap(([name, { source }]) =>
    typed.has(name) ? [] : readable(parseSource(source, root)),
  );
  return [...given, ...installed]
    .filter(({ manifest }) => manifest.provides === 'auth')
    .map(({ manifest }) => manifest.name);
}

function readable(source: PluginSource | undefined): readonly Plugin[] {
  try {
    return source === undefined ? [] : [loadPlugin(source)];
  } catch (error) {
    if (error instanceof GenlockError) return [];
    throw error;
  }
}

/**
 * Runs every plugin in its own sandbox, two at a time, within what policy allows.
 *
 * @throws GenlockError PLUGIN_… if settings don't fit the manifest, JUDGE_… if operations mean what they may not; SANDBOX_… if a run fails
 */
export async function runPlugins(
  plugins: readonly Plugin[],
  configuration: Pick<Configuration, 'config' | 'places'>,
  policy: Decision,
): Promise<readonly RanPlugin[]> {
  const ran: RanPlugin[] = [];
  for (let at = 0; at < plugins.length; at += 2) {
    ran.push(...(await Promise.all(plugins.slice(at, at + 2).map((plugin) => runOne(plugin, configuration, policy)))));
  }
  return ran;
}

async function runOne(
  plugin: Plugin,
  { config, places }: Pick<Configuration, 'config' | 'places'>,
  policy: Decision,
): Promise<RanPlugin> {
  const { manifest, files } = plugin;
  requireSupport(manifest, config.database);
  const given = config.plugins.get(manifest.name)?.settings ?? {};
  const { settings, warnings } = resolveSettings(manifest, given, places);
  const context = { framework: 'express', database: config.database, settings } as const;
  const input = { plugin: manifest, files, context, project: { name: config.name } };
  const report = await runPlugin(input, { require: policy.require, limits: policy.limits }).catch((error: unknown) => {
    throw withPolicy(runFailure(error, plugin), policy);
  });
  const judged = requireSound(report.operations, {
    manifest,
    files,
    model: resolveModel(config),
    isSkeleton: plugin.source.kind === 'bundled' && plugin.source.name === basePlugin,
  });
  const stored = storeOperations({ manifest, settings, operations: report.operations, files });
  const own = [...plugin.warnings, ...warnings, ...report.warnings, ...judged];
  return { plugin, stored, warnings: own.map((text) => `${manifest.name}: ${text}`), log: report.log };
}
