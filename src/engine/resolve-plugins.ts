import { prepareCompiler } from '../data-layer/validate.ts';
import { basePlugin } from '../plugin/bundled.ts';
import type { Plugin } from '../plugin/plugin.ts';
import { compareText } from '../core/tree.ts';
import {
  chooseDisabledPlugins,
  choosePlugin,
  type Choice,
  type ChoiceContext,
  type DisabledChoice,
  type DisabledPlugin,
  type PluginSetRequest,
  type RunAgain,
} from './choose-plugins.ts';
import { withDataMigrations } from './data-migrations.ts';
import { addedPackages, type PackageReleases } from './packages/added-packages.ts';
import { requireComplete } from './plugin-requirements.ts';
import { enforceFinalPolicy, enforcePolicy, type FinalVerdicts } from './policy/enforce.ts';
import { subjectOf } from './policy/subject.ts';
import { providedParts, receivedBy } from './project-inputs.ts';
import { runPlugins, type InstalledPlugin } from './run-plugins.ts';

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
export async function resolvePlugins(request: PluginSetRequest): Promise<PluginSet> {
  const { configuration, lockfile } = request;
  const { plugins: wanted } = configuration.config;
  const enabled = [...wanted].filter(([, plugin]) => plugin.enabled).map(([name]) => name);
  const names = [basePlugin, ...enabled.toSorted(compareText)];
  const context = {
    ...request,
    provided: await providedParts(names, { ...request, usesFolders: request.rerun === 'bytes' }),
  };
  const isInstalled = (name: string): boolean => lockfile?.plugins.has(name) === true;
  const absent = names.filter((name) => !isInstalled(name));
  const added = await Promise.all(absent.map((name) => choosePlugin(name, context)));
  const found = await enforceBeforeRun({ choices: added, off: [] }, context);
  const started = run(added, context);
  const { present, off, releases } = await meanwhile(started, async () => {
    const choices = await Promise.all(names.filter(isInstalled).map((name) => choosePlugin(name, context)));
    const disabled = await chooseDisabledPlugins(context);
    const more = await enforceBeforeRun({ choices, off: disabled }, context);
    return { present: choices, off: disabled, releases: new Map([...found, ...more]) };
  });
  const ran = [...(await started), ...(await run([...present, ...off], context))];
  const results = new Map(ran.map((plugin) => [plugin.plugin.manifest.name, plugin]));
  const choices = [...added, ...present].toSorted(
    (one, other) => names.indexOf(pluginOf(one).manifest.name) - names.indexOf(pluginOf(other).manifest.name),
  );
  for (const choice of choices) if ('run' in choice) requireRestored(choice, results.get(choice.run.manifest.name));
  requireComplete(choices.map((choice) => pluginOf(choice).manifest));
  const plugins = choices.flatMap((choice) =>
    'run' in choice ? (results.get(choice.run.manifest.name) ?? []) : [choice.installed],
  );
  return {
    plugins,
    ...enforceOnPlugins(plugins, releases, context),
    releases,
    disabled: off.map((choice) => ('run' in choice ? disabledAgain(choice, results) : choice)),
    ran: runsOf([...choices, ...off]).map(({ manifest }) => manifest.name),
  };
}

function pluginOf(choice: Choice): InstalledPlugin['plugin'] {
  return 'run' in choice ? choice.run : choice.installed.plugin;
}

/** Returns the plugins that must run. */
function runsOf(choices: readonly (Choice | DisabledChoice)[]): readonly Plugin[] {
  return choices.flatMap((choice) => ('run' in choice ? [choice.run] : []));
}

/**
 * Checks the plugins that must run against the policies before any code runs.
 *
 * @returns registry data of packages that are installed with plugins
 * @throws GenlockError POLICY_…, REGISTRY_…
 */
async function enforceBeforeRun(
  { choices, off }: { readonly choices: readonly Choice[]; readonly off: readonly DisabledChoice[] },
  { lockfile, policy, lookUp }: PluginSetRequest,
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
function run(
  choices: readonly (Choice | DisabledChoice)[],
  context: ChoiceContext,
): Promise<readonly InstalledPlugin[]> {
  const { configuration, policy, progress } = context;
  const plugins = runsOf(choices);
  if (plugins.length === 0) return Promise.resolve([]);
  progress(`Running ${plugins.map(({ manifest }) => manifest.name).join(', ')} in the sandbox`);
  const { root, lockfile } = context;
  const { database } = configuration.config;
  const off = choices.flatMap((choice) => ('locked' in choice ? [choice] : []));
  const received = receivedBy(off, { config: configuration.config, provided: context.provided });
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

/** Checks every plugin and its contribution against the policies. */
function enforceOnPlugins(
  plugins: readonly InstalledPlugin[],
  releases: PackageReleases,
  { policy, lockfile }: PluginSetRequest,
): FinalVerdicts {
  const subjects = plugins.map(({ plugin, stored: { contribution } }) => {
    const known = { locked: lockfile?.plugins.get(plugin.manifest.name), releases };
    // No policy evaluates the base plugin, and the capabilities of its many files take time.
    return subjectOf(plugin, isBase(plugin) ? known : { ...known, contribution });
  });
  return enforceFinalPolicy(subjects, policy, { isNew: lockfile === undefined });
}

/** @throws GenlockError PROJECT_OBJECT_INVALID if the run did not restore the lost operations */
function requireRestored({ restores }: Extract<Choice, { run: Plugin }>, result: InstalledPlugin | undefined): void {
  if (restores === undefined || result === undefined || result.inputs !== restores.locked.inputs) return;
  if (result.stored.digest !== restores.locked.operations) throw restores.error;
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
