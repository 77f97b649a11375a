import { changedSincePlan } from '../apply/apply-error.ts';
import type { DatabaseKind } from '../config/config.ts';
import { editConfig } from '../config/edit.ts';
import { modelChanges, type ModelChange } from '../consent/model-changes.ts';
import { digestOf } from '../core/digest.ts';
import { schemaFolder } from '../data-layer/prisma-schema.ts';
import { GenlockError, mapProblems } from '../errors/error.ts';
import { lockfileDigest } from '../lockfile/lockfile.ts';
import type { Plan } from '../plan/plan.ts';
import { unrestricted } from '../policy/effective-policy.ts';
import { textsAfter } from '../project/planned-texts.ts';
import { configPath, lockfilePath, schemaPath } from '../project/records.ts';
import { rendererVersion } from '../render/render.ts';
import { authPluginsOf } from './auth-plugins.ts';
import type { ChangePorts, ChangeProposal, ChangeRequest, Intent } from './change.ts';
import { changeConfiguration, chooseConfiguration, type Configuration } from './configuration.ts';
import { addedEnvironment, startingEnvironment, type EnvironmentChange } from './environment.ts';
import { findLeftovers } from './leftovers.ts';
import { requireClosedEntities } from './open-entities.ts';
import { packageLookUp } from './packages/added-packages.ts';
import { installedLoader } from './packages/fetch-plugin.ts';
import type { PluginChange } from './plugin-change.ts';
import { pluginChanges } from './plugin-changes.ts';
import { prepareProject, type PreparedProject } from './render-project.ts';
import { checkRemoval } from './plugin-requirements.ts';
import { withRequiredPlugins } from './required-plugins.ts';
import { resolvePlugins, type PluginSet } from './resolve-plugins.ts';
import { scanPlugins } from './scan-plugins.ts';
import type { Workspace } from './workspace.ts';

/**
 * Plans a change without writing any file. A new project is a change of an empty folder.
 *
 * @throws GenlockError for every problem
 */
export async function proposeChange(
  wanted: Intent,
  request: ChangeRequest,
  ports: Omit<ChangePorts, 'preview'>,
): Promise<ChangeProposal> {
  const { workspace, rerun } = wanted;
  const { root, lockfile } = workspace;
  requireSameLockfile(workspace);
  if (wanted.renderer !== 'current') requireRenderer(workspace);
  const warnings = [...(wanted.warnings ?? []), ...(await checkRemoval(wanted.edits?.without ?? [], workspace))];
  const required = await withRequiredPlugins({ ...wanted, warnings }, request, ports);
  const { given } = required;
  // Removals need no policy check.
  const policy = rerun === 'never' ? unrestricted : await workspace.policy();
  const { intent, configuration } = await resolveConfiguration(required, request, ports);
  requireClosedEntities(configuration.config, policy);
  const registries = { root, offline: request.network !== true, policy };
  const pluginSet = await resolvePlugins({
    root,
    lockfile,
    configuration,
    given,
    rerun,
    policy,
    progress: ports.progress,
    load: installedLoader(registries, ports),
    lookUp: packageLookUp(registries, ports),
  });
  const prepared = await prepareProject({
    root,
    configuration,
    ...pluginSet,
    rename: intent.rename,
    progress: ports.progress,
    ...(rerun !== 'bytes' && { lockfile }),
  });
  if (intent.creation === undefined) requireSameConfiguration(prepared.plan, configuration);
  requireSameLockfile(workspace);
  const changes = shownChanges(intent, { configuration, pluginSet });
  const plugins = await scanPlugins(changes, { root, lockfile, configuration, plugins: pluginSet.plugins, policy });
  const models = schemaChanges(intent, { prepared, database: configuration.config.database });
  return {
    intent,
    request,
    configuration,
    pluginSet,
    prepared,
    plugins,
    models,
    policy,
    environment: environmentOf(intent, { configuration, pluginSet, plugins, random: ports.random }),
    left: findLeftovers({ root, lockfile, plugins, models, after: pluginSet.plugins, configuration }),
    env: ports.env,
  };
}

/**
 * Reads the configuration of a change. If the change adds sign-in and the configuration leaves open who may change
 * records, asks for the default access.
 */
async function resolveConfiguration(
  intent: Intent,
  request: ChangeRequest,
  { chooseAccess }: Omit<ChangePorts, 'preview'>,
): Promise<Pick<ChangeProposal, 'intent' | 'configuration'>> {
  const configuration = await configurationOf(intent, request);
  const { open } = configuration.config;
  const isAsked = !request.dryRun && !hadSignIn(intent, configuration);
  if (open === undefined || chooseAccess === undefined || !isAsked) return { intent, configuration };
  const decided = { ...intent, edits: { ...intent.edits, access: await chooseAccess(open) } };
  return { intent: decided, configuration: await configurationOf(decided, request) };
}

/** Returns whether an enabled plugin already provides sign-in before the change. */
function hadSignIn({ workspace: { lockfile } }: Intent, { authPlugins }: Configuration): boolean {
  return authPlugins.some((name) => {
    const locked = lockfile?.plugins.get(name);
    return locked !== undefined && locked.disabled !== true;
  });
}

/** @throws GenlockError CONFIG_… */
async function configurationOf(intent: Intent, { cwd }: Pick<ChangeRequest, 'cwd'>): Promise<Configuration> {
  const { workspace, given, edits = {}, edit = (text) => text, creation } = intent;
  const authPlugins = await authPluginsOf(given, workspace);
  if (creation !== undefined) {
    const plugins = given.map(({ manifest }) => manifest.name);
    const { versions, access } = edits;
    return chooseConfiguration({
      ...creation,
      plugins,
      authPlugins,
      ...(versions !== undefined && { versions }),
      ...(access !== undefined && { access }),
    });
  }
  const change = {
    root: workspace.root,
    cwd,
    edit: (text: string) => editConfig(edit(intent.text ?? text), { schemaRef: `./${schemaPath}`, ...edits }),
    adding: edits.plugins ?? [],
    authPlugins,
  };
  return edits.without === undefined
    ? changeConfiguration(change)
    : explainingSignIn(() => changeConfiguration(change));
}

/** Explains rules that need the sign-in plugin that the command removes. */
function explainingSignIn(read: () => Configuration): Configuration {
  try {
    return read();
  } catch (error) {
    throw mapProblems(error, (problem) =>
      problem.code === 'CONFIG_ACCESS_NEEDS_AUTH' ? { ...problem, hint: openAccessHint } : problem,
    );
  }
}

const openAccessHint =
  'Without sign-in, every rule must be "public". For the default access, run `genlock sync --access public` first.';

/** Returns the plugin changes to show. For a new project, these are the plugins that are not bundled. */
function shownChanges(
  { workspace: { root, lockfile }, creation }: Intent,
  { configuration, pluginSet }: Pick<ChangeProposal, 'configuration' | 'pluginSet'>,
): readonly PluginChange[] {
  const { config } = configuration;
  if (creation === undefined) return pluginChanges({ root, lockfile, after: pluginSet, config });
  const foreign = new Set(
    pluginSet.plugins.flatMap(({ plugin }) => (plugin.source.kind === 'bundled' ? [] : [plugin.manifest.name])),
  );
  // The footprints of bundled plugins take time, and the creation of a project does not show them.
  if (foreign.size === 0) return [];
  return pluginChanges({ root, lockfile, after: pluginSet, config }).filter(({ name }) => foreign.has(name));
}

interface Secrets extends Pick<ChangeProposal, 'configuration' | 'pluginSet' | 'plugins'> {
  readonly random: ChangePorts['random'];
}

function environmentOf(
  { workspace: { root }, creation }: Intent,
  { configuration, pluginSet, plugins, random }: Secrets,
): EnvironmentChange {
  const { database } = configuration.config;
  if (creation !== undefined) {
    return startingEnvironment({ plugins: pluginSet.plugins, database, invocation: creation.invocation }, random);
  }
  return addedEnvironment({ root, database, ...pluginsNeedingSecrets(pluginSet, plugins) }, random);
}

/** A renderer update must be a separate change, so other commands require the project's renderer version. */
function requireRenderer({ lockfile }: Workspace): void {
  if (lockfile === undefined || lockfile.renderer === rendererVersion) return;
  const message = `the project was rendered by Genlock ${lockfile.genlock}, and this one renders otherwise`;
  throw new GenlockError({ code: 'PROJECT_GENLOCK_OTHER', message });
}

/** Checks that the configuration file was not edited after it was read. */
function requireSameConfiguration({ changes }: Plan, { before = '' }: Configuration): void {
  const change = changes.find(({ path }) => path === configPath);
  if (change === undefined) return;
  if (change.kind !== 'update' || change.before !== digestOf(before)) throw changedSincePlan([configPath]);
}

/**
 * Checks that no other command changed the lockfile in the meantime, for example while this command waited for a
 * registry. Runs before installed plugins are loaded, which would fail with a misleading error, and again after
 * planning.
 */
function requireSameLockfile({ root, lockfileDigest: before }: Workspace): void {
  if (lockfileDigest(root) !== before) throw changedSincePlan([lockfilePath]);
}

/** Selects the plugins whose secrets can be missing in `.env`. */
function pluginsNeedingSecrets(
  { plugins: all }: PluginSet,
  changes: readonly PluginChange[],
): Pick<Parameters<typeof addedEnvironment>[0], 'all' | 'come'> {
  const names = new Set(changes.filter(({ change }) => change !== 'removed').map(({ name }) => name));
  return { all, come: all.filter(({ plugin }) => names.has(plugin.manifest.name)) };
}

/** Returns the changes of the models in the schema files on disk. A new project has no models to change. */
function schemaChanges(
  { workspace: { root }, creation }: Intent,
  { prepared, database }: { readonly prepared: PreparedProject; readonly database: DatabaseKind },
): readonly ModelChange[] {
  if (creation !== undefined) return [];
  const files = { folder: schemaFolder, ending: '.prisma' };
  if (!prepared.plan.changes.some(({ path }) => path.startsWith(`${schemaFolder}/`))) return [];
  const [before, after] = [textsAfter(root, undefined, files), textsAfter(root, prepared, files)];
  return modelChanges({ before, after, database });
}
