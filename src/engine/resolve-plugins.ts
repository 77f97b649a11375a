import type { Progress } from './progress.ts';
import { prepareCompiler } from '../data-layer/validate.ts';
import { GenlockError } from '../errors/error.ts';
import type { LockedPlugin } from '../lockfile/lockfile.ts';
import { printSource } from '../lockfile/source.ts';
import { loadPlugin } from '../plugin/load.ts';
import type { Plugin } from '../plugin/plugin.ts';
import type { EffectivePolicy } from '../policy/decide.ts';
import { compareText } from '../core/tree.ts';
import { addedPackages, type LookUpPackages, type PackageReleases } from './packages/added-packages.ts';
import {
  currentInputs,
  installedPlugin,
  keptObjects,
  requireNamed,
  sourceOf,
  type StoredProject,
} from './installed-plugin.ts';
import { basePlugin, runPlugins, type InstalledPlugin } from './run-plugins.ts';
import type { Contents } from '../plan/plan.ts';
import { listObjects } from '../project/objects.ts';
import { lockfilePath } from '../project/records.ts';
import type { Configuration } from './configuration.ts';
import { enforcePolicy, enforceFinalPolicy, subjectOf } from './policy/enforce.ts';
import type { LoadInstalled } from './packages/fetch-plugin.ts';

/** How far a command goes to bring plugins up to date. */
export interface Freshness {
  /** `never`: nothing runs. `inputs`: what a plugin is given has changed. `bytes`: or its folder has. */
  readonly rerun: 'never' | 'inputs' | 'bytes';
}

/** A project's plugins are to be found. */
export interface Assembly extends StoredProject, Freshness {
  readonly configuration: Configuration;
  /** Named on the command line: they are taken as they are there. */
  readonly given: readonly Plugin[];
  readonly policy: EffectivePolicy;
  readonly progress: Progress;
  /** Finds an installed plugin where it came from. */
  readonly load: LoadInstalled;
  /** Asks of packages that come along; nobody is asked if absent. */
  readonly lookUp?: LookUpPackages;
}

/** A plugin that is installed but switched off. */
export interface DisabledPlugin {
  readonly name: string;
  readonly locked: LockedPlugin;
  readonly objects: Contents;
}

/** All plugins of a project. */
export interface PluginSet {
  /** `base` first, then the enabled ones by name. */
  readonly plugins: readonly InstalledPlugin[];
  readonly disabled: readonly DisabledPlugin[];
  /** Names of those that ran. */
  readonly ran: readonly string[];
  /** Names of those that a policy wants somebody to agree to. */
  readonly asked: ReadonlySet<string>;
  /** What registries say of packages that come along, as far as a policy wanted to know. */
  readonly releases: PackageReleases;
}

/**
 * Finds every plugin the configuration enables: from what the project keeps where that is what a run would give, by a
 * run in the sandbox otherwise. One that isn't installed is taken from the command line, else from the bundled ones.
 * One that is switched off runs only if what is kept of it is lost.
 *
 * @throws GenlockError PLUGIN_NOT_FOUND, PLUGIN_CHANGED, PROJECT_GENLOCK_OTHER, PROJECT_OUT_OF_SYNC where nothing may
 * run; POLICY_… for what a policy doesn't let come; what a run throws
 */
export async function resolvePlugins(assembly: Assembly): Promise<PluginSet> {
  const { configuration, lockfile } = assembly;
  const { plugins: wanted } = configuration.config;
  const enabled = [...wanted].filter(([, plugin]) => plugin.enabled).map(([name]) => name);
  const names = [basePlugin, ...enabled.toSorted(compareText)];
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
  const plugins = choices.flatMap((choice) =>
    'run' in choice ? (results.get(choice.run.manifest.name) ?? []) : [choice.installed],
  );
  return {
    plugins,
    asked: enforceOnPlugins(plugins, releases, assembly),
    releases,
    disabled: off.map((choice) => ('run' in choice ? disabledAgain(choice, results) : choice)),
    ran: runsOf([...choices, ...off]).map(({ manifest }) => manifest.name),
  };
}

function pluginOf(choice: Choice): InstalledPlugin['plugin'] {
  return 'run' in choice ? choice.run : choice.installed.plugin;
}

/** What is to run of these. */
function runsOf(choices: readonly (Choice | Off)[]): readonly Plugin[] {
  return choices.flatMap((choice) => ('run' in choice ? [choice.run] : []));
}

/**
 * Holds what is to run against the policies, before anything of it runs.
 *
 * @returns what registries say of packages that come along
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

/** Runs what is to run. */
function run(
  choices: readonly (Choice | Off)[],
  { configuration, policy, progress }: Assembly,
): Promise<readonly InstalledPlugin[]> {
  const plugins = runsOf(choices);
  if (plugins.length === 0) return Promise.resolve([]);
  progress(`Running ${plugins.map(({ manifest }) => manifest.name).join(', ')} in the sandbox`);
  const running = runPlugins(plugins, configuration, policy);
  // They run in processes of their own.
  void prepareCompiler();
  return running;
}

/** What is read while plugins run; where that fails, it fails once nothing runs any more. */
async function meanwhile<Result>(running: Promise<unknown>, read: () => Promise<Result>): Promise<Result> {
  const ended = running.then(
    () => undefined,
    () => undefined,
  );
  // Reading keeps this process busy: what is to run has to be on its way by then.
  await new Promise((resolve) => setImmediate(resolve));
  try {
    return await read();
  } catch (error) {
    await ended;
    throw error;
  }
}

/** Plugins that are installed and switched off. */
async function chooseOff(assembly: Assembly): Promise<readonly Off[]> {
  const { configuration, lockfile } = assembly;
  const { plugins } = configuration.config;
  const off = [...(lockfile?.plugins ?? [])].filter(([name]) => plugins.get(name)?.enabled === false);
  return Promise.all(off.map(([name, locked]) => chooseDisabled({ name, locked }, assembly)));
}

/** Holds every plugin, with all it returned, against the policies. @returns names of those somebody has to agree to */
function enforceOnPlugins(
  plugins: readonly InstalledPlugin[],
  releases: PackageReleases,
  { policy, lockfile }: Assembly,
): ReadonlySet<string> {
  const subjects = plugins.map(({ plugin, stored: { contribution } }) =>
    subjectOf(plugin, { locked: lockfile?.plugins.get(plugin.manifest.name), contribution, releases }),
  );
  return enforceFinalPolicy(subjects, policy, { isNew: lockfile === undefined });
}

/** `proves`: it runs only because what was kept of it is lost. */
type Choice = { readonly installed: InstalledPlugin } | { readonly run: Plugin; readonly proves?: Lost };

/** One that is switched off. */
type Off = DisabledPlugin | RunAgain;

/** What was kept of a plugin and isn't there as it was. */
interface Lost {
  readonly locked: LockedPlugin;
  readonly error: GenlockError;
}

/** @throws GenlockError PROJECT_OBJECT_INVALID if the run didn't give what was lost */
function requireProved({ proves }: Extract<Choice, { run: Plugin }>, result: InstalledPlugin | undefined): void {
  if (proves === undefined || result === undefined || result.inputs !== proves.locked.inputs) return;
  if (result.stored.digest !== proves.locked.operations) throw proves.error;
}

/** `locked` is what the run must give. */
interface RunAgain extends Named {
  readonly run: Plugin;
  readonly error: GenlockError;
}

/** One that is off is kept as it is; it runs only if something that was kept of it is lost. */
async function chooseDisabled({ name, locked }: Named, assembly: Assembly): Promise<Off> {
  try {
    return { name, locked, objects: keptObjects(locked, assembly.root) };
  } catch (error) {
    if (!isLoss(error)) throw error;
    const { run } = await proving({ name, locked, error }, { found: undefined, assembly });
    return { name, locked, run, error };
  }
}

/** @throws GenlockError PROJECT_OBJECT_INVALID if the run didn't give what was lost */
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

async function choose(name: string, assembly: Assembly): Promise<Choice> {
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
  const { inputs, warnings } = currentInputs(installed, assembly.configuration);
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

/** What is kept of a plugin, or the error that says what of it is lost. */
function keptPlugin(plugin: Named, assembly: Assembly): InstalledPlugin | GenlockError {
  try {
    return installedPlugin(plugin, assembly);
  } catch (error) {
    if (isLoss(error)) return error;
    throw error;
  }
}

/** Whether a run would give what is kept. */
function isCurrent(plugin: Named, assembly: Assembly): boolean {
  const kept = keptPlugin(plugin, assembly);
  return !(kept instanceof GenlockError) && currentInputs(kept, assembly.configuration).inputs === plugin.locked.inputs;
}

/** A run of the very bytes the lockfile pins gives again what is lost. @throws GenlockError if they aren't there */
async function proving(
  { name, locked, error }: Named & Lost,
  { found, assembly }: { readonly found: Plugin | undefined; readonly assembly: Assembly },
): Promise<Extract<Choice, { run: Plugin }>> {
  if (assembly.rerun === 'never') throw error;
  try {
    return { run: found ?? (await pinnedPlugin({ name, locked }, assembly)), proves: { locked, error } };
  } catch (cause) {
    throw cause instanceof GenlockError ? error : cause;
  }
}

function undecided(name: string): GenlockError {
  return new GenlockError({
    code: 'PROJECT_LOCKFILE_INVALID',
    message: `${lockfilePath} holds a merge of git in which both sides have other bytes of ${name}`,
    where: { file: lockfilePath, key: `plugins.${name}` },
    hint: `Give its folder: genlock add ./${name}`,
  });
}

function newPlugin(name: string, { rerun, lockfile, root }: Assembly): Plugin {
  if (rerun === 'never') throw outOfSync(name);
  try {
    return loadPlugin({ kind: 'bundled', name });
  } catch (error) {
    const isLost = lockfile === undefined && listObjects(root).length > 0;
    throw isLost && error instanceof GenlockError && error.code === 'PLUGIN_NOT_FOUND' ? lockfileLost(name) : error;
  }
}

function lockfileLost(name: string): GenlockError {
  return new GenlockError({
    code: 'PROJECT_LOCKFILE_INVALID',
    message: `${lockfilePath} is lost, and nothing else says where ${name} came from`,
    where: { file: lockfilePath },
    hint: `Restore it from version control, or give the folder again: genlock add ./${name}`,
  });
}

/** @throws GenlockError PROJECT_OUT_OF_SYNC where nothing may run */
function runnable(name: string, plugin: Plugin, { rerun }: Assembly): Plugin {
  if (rerun === 'never') throw outOfSync(name);
  return plugin;
}

function outOfSync(name: string): GenlockError {
  const message = `genlock.json gives ${name} something else than it was run with`;
  return new GenlockError({ code: 'PROJECT_OUT_OF_SYNC', message, where: { file: 'genlock.json' } });
}

/** A folder plugin as it is now; nothing if its folder is gone, as in a clone of the project. */
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

/** The very bytes the lockfile pins. */
async function pinnedPlugin({ name, locked }: Named, { root, lockfile, rerun, load }: Assembly): Promise<Plugin> {
  if (rerun === 'never') throw outOfSync(name);
  const plugin = await load(name, locked);
  if (plugin.integrity === locked.integrity) return plugin;
  if (sourceOf(locked, root).kind !== 'bundled') {
    throw new GenlockError({ code: 'PLUGIN_CHANGED', message: `${name} is not what genlock.lock.json pins` });
  }
  const message = `${name} of this Genlock is not the one of Genlock ${lockfile?.genlock ?? ''} that the project is made with`;
  throw new GenlockError({ code: 'PROJECT_GENLOCK_OTHER', message });
}
