import { GenlockError } from '../errors/error.ts';
import type { LockedPlugin } from '../lockfile/lockfile.ts';
import { printSource, sourceOf } from '../lockfile/source.ts';
import type { Contents } from '../plan/plan.ts';
import { loadPlugin } from '../plugin/load.ts';
import type { Plugin } from '../plugin/plugin.ts';
import type { EffectivePolicy } from '../policy/effective-policy.ts';
import { listObjects } from '../project/objects.ts';
import type { Configuration } from './configuration.ts';
import {
  currentInputs,
  installedPlugin,
  keptObjects,
  lockfileLost,
  requireNamed,
  undecided,
  type StoredProject,
} from './installed-plugin.ts';
import type { LookUpPackages } from './packages/added-packages.ts';
import type { LoadInstalled } from './packages/fetch-plugin.ts';
import type { Progress } from './progress.ts';
import type { ProvidedParts } from './project-inputs.ts';
import type { InstalledPlugin } from './run-plugins.ts';

/**
 * When a command runs installed plugins again. `never`: no plugin runs. `inputs`: if the inputs changed. `bytes`: if the
 * inputs or the plugin folder changed.
 */
export type Rerun = 'never' | 'inputs' | 'bytes';

/** Options of `resolvePlugins`. */
export interface PluginSetRequest extends StoredProject {
  readonly rerun: Rerun;
  readonly configuration: Configuration;
  /** Plugins from the command line, used in their current form. */
  readonly given: readonly Plugin[];
  readonly policy: EffectivePolicy;
  readonly progress: Progress;
  /** Loads an installed plugin from its source. */
  readonly load: LoadInstalled;
  /** Requests data of packages that are installed with plugins. If absent, no request is sent. */
  readonly lookUp?: LookUpPackages;
}

/** A request and the parts of the application that the project's plugins provide. */
export interface ChoiceContext extends PluginSetRequest {
  readonly provided: ProvidedParts;
}

/** An installed but disabled plugin. */
export interface DisabledPlugin {
  readonly name: string;
  readonly locked: LockedPlugin;
  readonly objects: Contents;
}

/** Name and lockfile entry of an installed plugin. */
interface Pinned {
  readonly name: string;
  readonly locked: LockedPlugin;
}

/** Stored operations to use, or a plugin to run. `restores`: the plugin runs only to restore lost operations. */
export type Choice = { readonly installed: InstalledPlugin } | { readonly run: Plugin; readonly restores?: Lost };

/** Stored operations of a disabled plugin, or a plugin to run because they are lost. */
export type DisabledChoice = DisabledPlugin | RunAgain;

/** Stored operations that are lost or damaged. */
interface Lost {
  readonly locked: LockedPlugin;
  readonly error: GenlockError;
}

/** A run must reproduce the operations in `locked`. */
export interface RunAgain extends Pinned {
  readonly run: Plugin;
  readonly error: GenlockError;
}

/**
 * Chooses whether an enabled plugin runs or its stored operations are used. A plugin that is not installed is taken from
 * the command line or from the bundled plugins.
 *
 * @throws GenlockError PLUGIN_NOT_FOUND, PLUGIN_CHANGED, PROJECT_GENLOCK_OTHER; PROJECT_OUT_OF_SYNC if a run is needed
 * but not allowed; PROJECT_LOCKFILE_INVALID after a git merge with two versions of the plugin
 */
export async function choosePlugin(name: string, context: ChoiceContext): Promise<Choice> {
  const { given, lockfile, root } = context;
  const typed = given.find(({ manifest }) => manifest.name === name);
  const ours = lockfile?.plugins.get(name);
  if (ours === undefined) return { run: runnable(name, typed ?? newPlugin(name, context), context) };
  const rival = lockfile?.rivals?.get(name);
  const locked = rival !== undefined && isCurrent({ name, locked: rival }, context) ? rival : ours;
  const found = typed ?? folderNow({ name, locked }, context);
  if (found !== undefined && found.integrity !== locked.integrity) return { run: found };
  if (found === undefined && rival !== undefined && rival.integrity !== ours.integrity) throw undecided(name);
  const kept = keptPlugin({ name, locked }, context);
  if (kept instanceof GenlockError) return restoring({ name, locked, error: kept }, { found, context });
  const moved = found !== undefined && printSource(found.source, root) !== locked.source;
  const installed = moved ? { ...kept, plugin: { ...kept.plugin, ...originOf(found) } } : kept;
  const { inputs, warnings } = currentInputs(installed, context.configuration, context.provided);
  if (inputs === locked.inputs) return { installed: { ...installed, warnings } };
  return { run: runnable(name, found ?? (await pinnedPlugin({ name, locked }, context)), context) };
}

/** Chooses for each disabled plugin whether it runs. @throws GenlockError as `choosePlugin` */
export async function chooseDisabledPlugins(context: ChoiceContext): Promise<readonly DisabledChoice[]> {
  const { configuration, lockfile } = context;
  const { plugins } = configuration.config;
  const off = [...(lockfile?.plugins ?? [])].filter(([name]) => plugins.get(name)?.enabled === false);
  return Promise.all(off.map(([name, locked]) => chooseDisabled({ name, locked }, context)));
}

/** Keeps the stored operations of a disabled plugin. It runs only if they are lost. */
async function chooseDisabled({ name, locked }: Pinned, context: ChoiceContext): Promise<DisabledChoice> {
  try {
    return { name, locked, objects: keptObjects(locked, context.root) };
  } catch (error) {
    if (!isLoss(error)) throw error;
    const { run } = await restoring({ name, locked, error }, { found: undefined, context });
    return { name, locked, run, error };
  }
}

function originOf({ source, release }: Plugin): Pick<Plugin, 'source' | 'release'> {
  return { source, ...(release !== undefined && { release }) };
}

/** Loads the stored plugin, or returns the error if stored operations are lost. */
function keptPlugin(plugin: Pinned, context: ChoiceContext): InstalledPlugin | GenlockError {
  try {
    return installedPlugin(plugin, context);
  } catch (error) {
    if (isLoss(error)) return error;
    throw error;
  }
}

function isLoss(error: unknown): error is GenlockError {
  return error instanceof GenlockError && error.code === 'PROJECT_OBJECT_INVALID';
}

/** Checks whether the stored operations are up to date. */
function isCurrent(plugin: Pinned, context: ChoiceContext): boolean {
  const kept = keptPlugin(plugin, context);
  return (
    !(kept instanceof GenlockError) &&
    currentInputs(kept, context.configuration, context.provided).inputs === plugin.locked.inputs
  );
}

/** Restores lost operations by running the pinned plugin. @throws GenlockError if the pinned plugin is not available */
async function restoring(
  { name, locked, error }: Pinned & Lost,
  { found, context }: { readonly found: Plugin | undefined; readonly context: ChoiceContext },
): Promise<Extract<Choice, { run: Plugin }>> {
  if (context.rerun === 'never') throw error;
  try {
    return { run: found ?? (await pinnedPlugin({ name, locked }, context)), restores: { locked, error } };
  } catch (cause) {
    throw cause instanceof GenlockError ? error : cause;
  }
}

function newPlugin(name: string, { rerun, lockfile, root }: PluginSetRequest): Plugin {
  try {
    const plugin = loadPlugin({ kind: 'bundled', name });
    if (rerun === 'never') throw outOfSync(`${name} is in genlock.json, but is not installed`);
    return plugin;
  } catch (error) {
    const isLost = lockfile === undefined && listObjects(root).length > 0;
    throw isLost && error instanceof GenlockError && error.code === 'PLUGIN_NOT_FOUND' ? lockfileLost(name) : error;
  }
}

/** @throws GenlockError PROJECT_OUT_OF_SYNC if the command must not run plugins */
function runnable(name: string, plugin: Plugin, { rerun }: PluginSetRequest): Plugin {
  if (rerun === 'never') throw outOfSync(inputsChanged(name));
  return plugin;
}

const inputsChanged = (name: string): string => `the inputs of ${name} in genlock.json have changed since its last run`;

function outOfSync(message: string): GenlockError {
  return new GenlockError({ code: 'PROJECT_OUT_OF_SYNC', message, where: { file: 'genlock.json' } });
}

/**
 * Loads a folder plugin in its current form; `undefined` if the folder is missing, for example in a clone of the
 * project.
 */
function folderNow({ name, locked }: Pinned, { rerun, root }: PluginSetRequest): Plugin | undefined {
  const source = sourceOf(locked, root);
  if (rerun !== 'bytes' || source.kind !== 'folder') return undefined;
  try {
    return requireNamed(loadPlugin(source), name);
  } catch (error) {
    if (error instanceof GenlockError && ['PLUGIN_UNREADABLE', 'PLUGIN_FOLDER_INVALID'].includes(error.code)) {
      return undefined;
    }
    throw error;
  }
}

/** Loads the plugin that the lockfile pins. */
async function pinnedPlugin(
  { name, locked }: Pinned,
  { root, lockfile, rerun, load }: PluginSetRequest,
): Promise<Plugin> {
  if (rerun === 'never') throw outOfSync(inputsChanged(name));
  const plugin = await load(name, locked);
  if (plugin.integrity === locked.integrity) return plugin;
  if (sourceOf(locked, root).kind !== 'bundled') {
    throw new GenlockError({ code: 'PLUGIN_CHANGED', message: `${name} differs from the hash in genlock.lock.json` });
  }
  const message = `the bundled plugin ${name} differs from the version in Genlock ${lockfile?.genlock ?? ''}, which created the project`;
  throw new GenlockError({ code: 'PROJECT_GENLOCK_OTHER', message });
}
