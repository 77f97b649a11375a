import type { Progress } from './progress.ts';
import { prepareCompiler } from '../data-layer/validate.ts';
import { GenlockError } from '../errors/error.ts';
import type { LockedPlugin } from '../lockfile/lockfile.ts';
import { printSource, sourceOf } from '../lockfile/source.ts';
import { basePlugin } from '../plugin/bundled.ts';
import { loadPlugin } from '../plugin/load.ts';
import type { Plugin } from '../plugin/plugin.ts';
import type { EffectivePolicy } from '../policy/decide.ts';
import { compareText } from '../core/tree.ts';
import { addedPackages, type LookUpPackages, type PackageReleases } from './packages/added-packages.ts';
import { withDataMigrations } from './data-migrations.ts';
import {
  currentInputs,
  installedPlugin,
  keptObjects,
  lockfileLost,
  requireNamed,
  undecided,
  type StoredProject,
} from './installed-plugin.ts';
import { requireComplete } from './plugin-requirements.ts';
import { providedParts, receivedBy, type ProvidedParts } from './project-inputs.ts';
import { runPlugins, type InstalledPlugin } from './run-plugins.ts';
import type { Contents } from '../plan/plan.ts';
import { listObjects } from '../project/objects.ts';
import type { Configuration } from './configuration.ts';
import { enforcePolicy, enforceFinalPolicy, subjectOf, type FinalVerdicts } from './policy/enforce.ts';
import type { LoadInstalled } from './packages/fetch-plugin.ts';

/** When a command runs plugins again. */
export interface Freshness {
  /** `never`: no plugin runs. `inputs`: if the inputs changed. `bytes`: if the inputs or the plugin folder changed. */
  readonly rerun: 'never' | 'inputs' | 'bytes';
}

/** Inputs for resolving a project's plugins. */
export interface Assembly extends StoredProject, Freshness {
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

/** Inputs with the capabilities of the project. */
interface Surveyed extends Assembly {
  readonly provided: ProvidedParts;
}

/** An installed but disabled plugin. */
export interface DisabledPlugin {
  readonly name: string;
  readonly locked: LockedPlugin;
  readonly objects: Contents;
}

/** All plugins of a project. */
export interface PluginSet extends FinalVerdicts {
  /** `base` first, then the enabled plugins by name. */
  readonly plugins: readonly InstalledPlugin[];
  readonly disabled: readonly DisabledPlugin[];
  /** Names of the plugins that ran. */
  readonly ran: readonly string[];
  /** Registry data of packages that are installed with plugins, if a policy needs it. */
  readonly releases: PackageReleases;
}

/**
 * Resolves every enabled plugin. Stored operations are used if they are up to date; otherwise the plugin runs in the
 * sandbox. A plugin that is not installed is taken from the command line or from the bundled plugins. A disabled plugin
 * runs only if its stored operations are lost.
 *
 * @throws GenlockError PLUGIN_NOT_FOUND, PLUGIN_CHANGED, PROJECT_GENLOCK_OTHER; PROJECT_OUT_OF_SYNC if a run is needed
 * but not allowed; POLICY_… if a policy denies a plugin; all errors of a run
 */
export async function resolvePlugins(request: Assembly): Promise<PluginSet> {
  const { configuration, lockfile } = request;
  const { plugins: wanted } = configuration.config;
  const enabled = [...wanted].filter(([, plugin]) => plugin.enabled).map(([name]) => name);
  const names = [basePlugin, ...enabled.toSorted(compareText)];
  const assembly = {
    ...request,
    provided: await providedParts(names, { ...request, usesFolders: request.rerun === 'bytes' }),
  };
  const isInstalled = (name: string): boolean => lockfile?.plugins.has(name) === true;
  const absent = names.filter((name) => !isInstalled(name));
  const coming = await Promise.all(absent.map((name) => choose(name, assembly)));
  const found = await permitted({ choices: coming, off: [] }, assembly);
  const started = run(coming, assembly);
  const { present, off, releases } = await meanwhile(started, async () => {
    const choices = await Promise.all(names.filter(isInstalled).map((name) => choose(name, assembly)));
    const disabled = await chooseOff(assembly);
    const more = await permitted({ choices, off: disabled }, assembly);
    return { present: choices, off: disabled, releases: new Map([...found, ...more]) };
  });
  const ran = [...(await started), ...(await run([...present, ...off], assembly))];
  const results = new Map(ran.map((plugin) => [plugin.plugin.manifest.name, plugin]));
  const choices = [...coming, ...present].toSorted(
    (one, other) => names.indexOf(pluginOf(one).manifest.name) - names.indexOf(pluginOf(other).manifest.name),
  );
  for (const choice of choices) if ('run' in choice) requireProved(choice, results.get(choice.run.manifest.name));
  requireComplete(choices.map((choice) => pluginOf(choice).manifest));
  const plugins = choices.flatMap((choice) =>
    'run' in choice ? (results.get(choice.run.manifest.name) ?? []) : [choice.installed],
  );
  return {
    plugins,
    ...enforceOnPlugins(plugins, releases, assembly),
    releases,
    disabled: off.map((choice) => ('run' in choice ? disabledAgain(choice, results) : choice)),
    ran: runsOf([...choices, ...off]).map(({ manifest }) => manifest.name),
  };
}

function pluginOf(choice: Choice): InstalledPlugin['plugin'] {
  return 'run' in choice ? choice.run : choice.installed.plugin;
}

/** Returns the plugins that must run. */
function runsOf(choices: readonly (Choice | Off)[]): readonly Plugin[] {
  return choices.flatMap((choice) => ('run' in choice ? [choice.run] : []));
}

/**
 * Checks the plugins that must run against the policies before any code runs.
 *
 * @returns registry data of packages that are installed with plugins
 * @throws GenlockError POLICY_…, REGISTRY_…
 */
async function permitted(
  { choices, off }: { readonly choices: readonly Choice[]; readonly off: readonly Off[] },
  { lockfile, policy, lookUp }: Assembly,
): Promise<PackageReleases> {
  const lockedOf = ({ manifest }: Pick<Plugin, 'manifest'>) => lockfile?.plugins.get(manifest.name);
  const added = choices.map(pluginOf).flatMap((plugin) => addedPackages(plugin, { locked: lockedOf(plugin) }));
  const runs = runsOf([...choices, ...off]);
  enforcePolicy(
    runs.map((plugin) => subjectOf(plugin, { locked: lockedOf(plugin) })),
    policy,
  );
  const releases = (await lookUp?.(added)) ?? new Map();
  if (releases.size === 0) return releases;
  enforcePolicy(
    runs.map((plugin) => subjectOf(plugin, { locked: lockedOf(plugin), releases })),
    policy,
  );
  return releases;
}

/** Runs the plugins that must run. */
function run(choices: readonly (Choice | Off)[], assembly: Surveyed): Promise<readonly InstalledPlugin[]> {
  const { configuration, policy, progress } = assembly;
  const plugins = runsOf(choices);
  if (plugins.length === 0) return Promise.resolve([]);
  progress(`Running ${plugins.map(({ manifest }) => manifest.name).join(', ')} in the sandbox`);
  const { root, lockfile } = assembly;
  const { database } = configuration.config;
  const off = choices.flatMap((choice) => ('locked' in choice ? [choice] : []));
  const received = receivedBy(off, { config: configuration.config, provided: assembly.provided });
  const running = runPlugins(plugins, { ...configuration, received }, policy).then((ran) =>
    ran.map((one) =>
      withDataMigrations(one, { locked: lockfile?.plugins.get(one.plugin.manifest.name), root, database }),
    ),
  );
  // Plugins run in separate processes, so this process can load the compiler in the meantime.
  void prepareCompiler();
  return running;
}

/** Reads data while plugins run. If reading fails, the error is thrown after all runs have ended. */
async function meanwhile<Result>(running: Promise<unknown>, read: () => Promise<Result>): Promise<Result> {
  const ended = running.then(
    () => undefined,
    () => undefined,
  );
  // Reading blocks this process, so the runs must start first.
  await new Promise((resolve) => setImmediate(resolve));
  try {
    return await read();
  } catch (error) {
    await ended;
    throw error;
  }
}

function isBase({ source }: Pick<Plugin, 'source'>): boolean {
  return source.kind === 'bundled' && source.name === basePlugin;
}

/** Chooses the sources of disabled plugins. */
async function chooseOff(assembly: Surveyed): Promise<readonly Off[]> {
  const { configuration, lockfile } = assembly;
  const { plugins } = configuration.config;
  const off = [...(lockfile?.plugins ?? [])].filter(([name]) => plugins.get(name)?.enabled === false);
  return Promise.all(off.map(([name, locked]) => chooseDisabled({ name, locked }, assembly)));
}

/** Checks every plugin and its contribution against the policies. */
function enforceOnPlugins(
  plugins: readonly InstalledPlugin[],
  releases: PackageReleases,
  { policy, lockfile }: Assembly,
): FinalVerdicts {
  const subjects = plugins.map(({ plugin, stored: { contribution } }) => {
    const known = { locked: lockfile?.plugins.get(plugin.manifest.name), releases };
    // No policy evaluates the base plugin, and the capabilities of its many files take time.
    return subjectOf(plugin, isBase(plugin) ? known : { ...known, contribution });
  });
  return enforceFinalPolicy(subjects, policy, { isNew: lockfile === undefined });
}

/** `proves`: the plugin runs only to restore lost operations. */
type Choice = { readonly installed: InstalledPlugin } | { readonly run: Plugin; readonly proves?: Lost };

/** A disabled plugin. */
type Off = DisabledPlugin | RunAgain;

/** Stored operations that are lost or damaged. */
interface Lost {
  readonly locked: LockedPlugin;
  readonly error: GenlockError;
}

/** @throws GenlockError PROJECT_OBJECT_INVALID if the run did not restore the lost operations */
function requireProved({ proves }: Extract<Choice, { run: Plugin }>, result: InstalledPlugin | undefined): void {
  if (proves === undefined || result === undefined || result.inputs !== proves.locked.inputs) return;
  if (result.stored.digest !== proves.locked.operations) throw proves.error;
}

/** A run must reproduce the operations in `locked`. */
interface RunAgain extends Named {
  readonly run: Plugin;
  readonly error: GenlockError;
}

/** Keeps the stored operations of a disabled plugin. It runs only if they are lost. */
async function chooseDisabled({ name, locked }: Named, assembly: Surveyed): Promise<Off> {
  try {
    return { name, locked, objects: keptObjects(locked, assembly.root) };
  } catch (error) {
    if (!isLoss(error)) throw error;
    const { run } = await proving({ name, locked, error }, { found: undefined, assembly });
    return { name, locked, run, error };
  }
}

/** @throws GenlockError PROJECT_OBJECT_INVALID if the run did not restore the lost operations */
function disabledAgain(
  { name, locked, error }: RunAgain,
  results: ReadonlyMap<string, InstalledPlugin>,
): DisabledPlugin {
  const stored = results.get(name)?.stored;
  if (stored?.digest !== locked.operations) throw error;
  return { name, locked, objects: stored.objects };
}

function isLoss(error: unknown): error is GenlockError {
  return error instanceof GenlockError && error.code === 'PROJECT_OBJECT_INVALID';
}

async function choose(name: string, assembly: Surveyed): Promise<Choice> {
  const { given, lockfile, root } = assembly;
  const typed = given.find(({ manifest }) => manifest.name === name);
  const ours = lockfile?.plugins.get(name);
  if (ours === undefined) return { run: runnable(name, typed ?? newPlugin(name, assembly), assembly) };
  const rival = lockfile?.rivals?.get(name);
  const locked = rival !== undefined && isCurrent({ name, locked: rival }, assembly) ? rival : ours;
  const found = typed ?? folderNow({ name, locked }, assembly);
  if (found !== undefined && found.integrity !== locked.integrity) return { run: found };
  if (found === undefined && rival !== undefined && rival.integrity !== ours.integrity) throw undecided(name);
  const kept = keptPlugin({ name, locked }, assembly);
  if (kept instanceof GenlockError) return proving({ name, locked, error: kept }, { found, assembly });
  const moved = found !== undefined && printSource(found.source, root) !== locked.source;
  const installed = moved ? { ...kept, plugin: { ...kept.plugin, ...originOf(found) } } : kept;
  const { inputs, warnings } = currentInputs(installed, assembly.configuration, assembly.provided);
  if (inputs === locked.inputs) return { installed: { ...installed, warnings } };
  return { run: runnable(name, found ?? (await pinnedPlugin({ name, locked }, assembly)), assembly) };
}

interface Named {
  readonly name: string;
  readonly locked: LockedPlugin;
}

function originOf({ source, release }: Plugin): Pick<Plugin, 'source' | 'release'> {
  return { source, ...(release !== undefined && { release }) };
}

/** Loads the stored plugin, or returns the error if stored operations are lost. */
function keptPlugin(plugin: Named, assembly: Surveyed): InstalledPlugin | GenlockError {
  try {
    return installedPlugin(plugin, assembly);
  } catch (error) {
    if (isLoss(error)) return error;
    throw error;
  }
}

/** Checks whether the stored operations are up to date. */
function isCurrent(plugin: Named, assembly: Surveyed): boolean {
  const kept = keptPlugin(plugin, assembly);
  return (
    !(kept instanceof GenlockError) &&
    currentInputs(kept, assembly.configuration, assembly.provided).inputs === plugin.locked.inputs
  );
}

/** Restores lost operations by running the pinned plugin. @throws GenlockError if the pinned plugin is not available */
async function proving(
  { name, locked, error }: Named & Lost,
  { found, assembly }: { readonly found: Plugin | undefined; readonly assembly: Surveyed },
): Promise<Extract<Choice, { run: Plugin }>> {
  if (assembly.rerun === 'never') throw error;
  try {
    return { run: found ?? (await pinnedPlugin({ name, locked }, assembly)), proves: { locked, error } };
  } catch (cause) {
    throw cause instanceof GenlockError ? error : cause;
  }
}

function newPlugin(name: string, { rerun, lockfile, root }: Assembly): Plugin {
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
function runnable(name: string, plugin: Plugin, { rerun }: Assembly): Plugin {
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
function folderNow({ name, locked }: Named, { rerun, root }: Assembly): Plugin | undefined {
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
async function pinnedPlugin({ name, locked }: Named, { root, lockfile, rerun, load }: Assembly): Promise<Plugin> {
  if (rerun === 'never') throw outOfSync(inputsChanged(name));
  const plugin = await load(name, locked);
  if (plugin.integrity === locked.integrity) return plugin;
  if (sourceOf(locked, root).kind !== 'bundled') {
    throw new GenlockError({ code: 'PLUGIN_CHANGED', message: `${name} differs from the hash in genlock.lock.json` });
  }
  const message = `the bundled plugin ${name} differs from the version in Genlock ${lockfile?.genlock ?? ''}, which created the project`;
  throw new GenlockError({ code: 'PROJECT_GENLOCK_OTHER', message });
}
