import { applyPlan } from '../apply/apply.ts';
import { changedSincePlan } from '../apply/apply-error.ts';
import type { DatabaseKind } from '../config/config.ts';
import type { TrustedPlugin } from '../consent/consent.ts';
import { isProofLost } from '../consent/origin.ts';
import { modelChanges, type ModelChange } from '../consent/model-changes.ts';
import { schemaFolder } from '../data-layer/prisma-schema.ts';
import { GenlockError } from '../errors/error.ts';
import { lockfileDigest } from '../lockfile/lockfile.ts';
import type { Moved, NextStep, Plan } from '../plan/plan.ts';
import type { Plugin } from '../plugin/plugin.ts';
import { textsAfter } from '../project/planned-texts.ts';
import { digestOf } from '../core/digest.ts';
import { configPath, lockfilePath, schemaPath } from '../project/records.ts';
import type { Repair } from '../project/verify-records.ts';
import { editConfig, type ConfigEdits } from '../config/edit.ts';
import { rendererVersion } from '../render/render.ts';
import { packageLookUp } from './packages/added-packages.ts';
import { obtainConsent, requireConsent } from './obtain-consent.ts';
import type { ConsentPorts } from './consent-ports.ts';
import { resolvePlugins, type PluginSet, type Freshness } from './resolve-plugins.ts';
import { changeConfiguration, type Configuration } from './configuration.ts';
import { databaseSteps } from './database-steps.ts';
import { prepareProject, type Prepared } from './render-project.ts';
import { addedEnvironment, type EnvironmentChange } from './environment.ts';
import type { FileDiff } from './patch.ts';
import { scanPlugins } from './scan-plugins.ts';
import { writeAndInstall, type InstallPorts, type Interrupted } from './install.ts';
import { authPluginsOf } from './installed-plugin.ts';
import { findLeftovers, type Leftovers } from './leftovers.ts';
import { changeSteps } from './next-steps.ts';
import { installedLoader } from './packages/fetch-plugin.ts';
import { pluginChanges } from './plugin-changes.ts';
import type { PluginChange } from './plugin-change.ts';
import type { InstalledPlugin } from './run-plugins.ts';
import { resolvePolicy } from './policy/resolve.ts';
import type { PolicyPorts } from './policy/load.ts';
import { unrestricted, type EffectivePolicy } from '../policy/decide.ts';
import type { Workspace } from './workspace.ts';

/** Options of every command that changes a project. */
export interface ChangeRequest {
  /** Absolute path inside the project. */
  readonly cwd: string;
  readonly yes: boolean;
  readonly dryRun: boolean;
  /** A dry run also prints the full diff. */
  readonly diff?: boolean;
  readonly install: boolean;
  /** Allows package downloads. Otherwise only cached packages are used. */
  readonly network?: boolean;
}

/** Functions through which a change interacts with the user and the machine. */
export interface ChangePorts extends PolicyPorts, ConsentPorts, InstallPorts {
  /** Shows the planned changes. */
  readonly preview: (preview: ChangePreview) => void;
  readonly random: (bytes: number) => Uint8Array;
}

/** Planned changes of a command. */
export interface ChangePreview {
  readonly plan: Plan;
  readonly plugins: readonly PluginChange[];
  /** Changes of all database models, including those of entities and other plugins. */
  readonly models: readonly ModelChange[];
  /** Files that combine the changes of both sides. */
  readonly merged: readonly string[];
  /** Files that the user moved. Genlock updates them at their new location. */
  readonly moved: readonly Moved[];
  readonly warnings: readonly string[];
}

/** Result of a command that changes a project. `--json` prints exactly this object. */
export interface ChangeResult extends ChangePreview {
  /** `planned` after a dry run. With conflicts, all other changes are applied and the command exits with 5. */
  readonly status: 'changed' | 'unchanged' | 'planned';
  /** How an earlier interrupted command was completed or undone. */
  readonly healed: Workspace['healed'];
  /** Records that were damaged or merged by git and are now rebuilt. A dry run only lists them. */
  readonly repaired: readonly Repair[];
  readonly project: { readonly name: string; readonly root: string; readonly database: DatabaseKind };
  /**
   * Step during which Ctrl-C was pressed. The files are written; `steps` contains the remaining work. The command exits
   * with 130.
   */
  readonly interrupted?: Interrupted;
  /** Models, columns and variables of removed plugins that still exist. */
  readonly left: Leftovers;
  /** The full diff of the plan, if requested. */
  readonly diff?: readonly FileDiff[];
  /** Remaining steps for the user, in order. */
  readonly steps: readonly NextStep[];
}

/** Intended change of one command. */
export interface Intent extends Freshness {
  readonly start: Workspace;
  /** Name of the command in the lock file. */
  readonly command: string;
  /** Plugins to use in their current form, already read and checked. */
  readonly given: readonly Plugin[];
  /** Names of plugins whose paths were typed on the command line. Typing a path counts as consent. */
  readonly typed?: readonly string[];
  /** `current` uses the renderer of this Genlock version. By default, the project's renderer version is required. */
  readonly renderer?: 'current';
  /** Further edit of the configuration text, applied before `edits`. */
  readonly edit?: (text: string) => string;
  readonly edits?: ConfigEdits;
  /** Configuration text to use instead of the project's file. */
  readonly text?: string;
  /** Name for a migration of this change. */
  readonly topic: string;
  /** Warnings to show with the plan. */
  readonly warnings?: readonly string[];
}

/** Planned change with all data that it was computed from. */
export interface ChangeProposal {
  readonly intent: Intent;
  readonly request: ChangeRequest;
  readonly configuration: Configuration;
  readonly assembled: PluginSet;
  readonly prepared: Prepared;
  readonly plugins: readonly PluginChange[];
  readonly models: readonly ModelChange[];
  readonly policy: EffectivePolicy;
  readonly env: ChangePorts['env'];
  readonly environment: EnvironmentChange;
  readonly left: Leftovers;
}

/**
 * Plans a change, prompts for consent and applies the change completely or not at all.
 *
 * @throws GenlockError for every problem; the project is unchanged then
 */
export async function changeProject(intent: Intent, request: ChangeRequest, ports: ChangePorts): Promise<ChangeResult> {
  return executeChange(await planChange(intent, request, ports), ports);
}

/** Prompts for consent to a planned change and applies it. @throws GenlockError as `changeProject` */
export async function executeChange(planned: ChangeProposal, ports: ChangePorts): Promise<ChangeResult> {
  const { intent, request } = planned;
  const { plan, contents } = planned.prepared;
  const file = planned.environment.file;
  if (plan.changes.length === 0 && file === undefined) return resultOf(planned, 'unchanged');
  if (request.dryRun) return withDiff(resultOf(planned, 'planned'), planned);
  const consent = await obtainConsent(proposalOf(planned, ports), ports);
  const { root } = intent.start;
  requireConsent(consent, plan);
  const secrets = file === undefined ? [] : [file];
  const { installed, interrupted } = await writeAndInstall(
    {
      root,
      write: () => applyPlan({ root, plan, contents, secrets, command: intent.command }),
      plan,
      wanted: request.install,
    },
    ports,
  );
  return resultOf({ ...planned, request: { ...request, install: installed } }, 'changed', interrupted);
}

/** Adds the full diff to a result, if requested. */
export async function withDiff(result: ChangeResult, planned: ChangeProposal): Promise<ChangeResult> {
  return planned.request.diff === true ? { ...result, diff: await diffOf(planned) } : result;
}

async function diffOf({ intent, prepared }: ChangeProposal): Promise<readonly FileDiff[]> {
  const { planDiff } = await import('./patch.ts');
  return planDiff({ root: intent.start.root, ...prepared });
}

/** Plans a change without writing any file. */
export async function planChange(
  intent: Intent,
  request: ChangeRequest,
  ports: Omit<ChangePorts, 'preview'>,
): Promise<ChangeProposal> {
  const { start, given, edits = {}, edit = (text) => text, rerun } = intent;
  const { root, lockfile } = start;
  requireSameLockfile(start);
  if (intent.renderer !== 'current') requireRenderer(start);
  // Removals need no policy check.
  const policy =
    rerun === 'never'
      ? unrestricted
      : await resolvePolicy({ cwd: request.cwd, root, network: request.network === true }, ports);
  const configuration = changeConfiguration({
    root,
    cwd: request.cwd,
    edit: (text) => editConfig(edit(intent.text ?? text), { schemaRef: `./${schemaPath}`, ...edits }),
    adding: edits.plugins ?? [],
    authPlugins: authPluginsOf(given, start),
  });
  const assembled = await resolvePlugins({
    root,
    lockfile,
    configuration,
    given,
    rerun,
    policy,
    progress: ports.progress,
    load: installedLoader({ root, offline: request.network !== true, policy }, ports),
    lookUp: packageLookUp({ root, offline: request.network !== true, policy }, ports),
  });
  const prepared = await prepareProject({ root, configuration, ...assembled, progress: ports.progress });
  requireSame(prepared.plan, configuration);
  requireSameLockfile(start);
  const { entities } = configuration.config;
  const changes = pluginChanges({ root, lockfile, after: assembled, entities });
  const plugins = await scanPlugins(changes, { root, lockfile, configuration, plugins: assembled.plugins });
  const environment = addedEnvironment(
    { root, database: configuration.config.database, ...pluginsNeedingSecrets(assembled, plugins) },
    ports.random,
  );
  const changed = schemaChanges(root, { prepared, database: configuration.config.database });
  const left = findLeftovers({ root, lockfile, plugins, models: changed, after: assembled.plugins, configuration });
  return {
    intent,
    request,
    configuration,
    assembled,
    prepared,
    plugins,
    models: changed,
    policy,
    environment,
    left,
    env: ports.env,
  };
}

/** A renderer update must be a separate change, so other commands require the project's renderer version. */
function requireRenderer({ lockfile }: Workspace): void {
  if (lockfile === undefined || lockfile.renderer === rendererVersion) return;
  const message = `the project was rendered by Genlock ${lockfile.genlock}, and this one renders otherwise`;
  throw new GenlockError({ code: 'PROJECT_GENLOCK_OTHER', message });
}

/** Checks that the configuration file was not edited after it was read. */
function requireSame({ changes }: Plan, { before = '' }: Configuration): void {
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

/** Returns the changes of the models in the schema files on disk. */
function schemaChanges(
  root: string,
  { prepared, database }: { readonly prepared: Prepared; readonly database: DatabaseKind },
): readonly ModelChange[] {
  const files = { folder: schemaFolder, ending: '.prisma' };
  if (!prepared.plan.changes.some(({ path }) => path.startsWith(`${schemaFolder}/`))) return [];
  const [before, after] = [textsAfter(root, undefined, files), textsAfter(root, prepared, files)];
  return modelChanges({ before, after, database });
}

function proposalOf(planned: ChangeProposal, ports: ChangePorts): Parameters<typeof obtainConsent>[0] {
  const { assembled, plugins, policy, prepared, request } = planned;
  return {
    plan: prepared.plan,
    asking: trusted(planned, (name) =>
      plugins.some((change) => change.name === name && (change.asks || assembled.asked.has(name))),
    ),
    coming: trusted(planned, (name) => plugins.some((change) => change.name === name)),
    policy,
    yes: request.yes,
    preview: () => ports.preview(previewOf(planned)),
    diff: () => diffOf(planned),
  };
}

function trusted(
  { assembled, intent, plugins }: ChangeProposal,
  isMeant: (name: string) => boolean,
): readonly TrustedPlugin[] {
  const typed = new Set(intent.typed);
  const lost = new Set(plugins.filter(({ origin = [] }) => isProofLost(origin)).map(({ name }) => name));
  return assembled.plugins
    .filter(({ plugin }) => isMeant(plugin.manifest.name))
    .map(({ plugin }) => ({
      ...(lost.has(plugin.manifest.name) && { proofLost: true }),
      source: plugin.source,
      typed: typed.has(plugin.manifest.name),
      ...askedOf(plugin, assembled),
    }));
}

/** Checks whether a policy requires consent to a plugin, regardless of its source. */
export function askedOf(
  { manifest }: InstalledPlugin['plugin'],
  { asked }: Pick<PluginSet, 'asked'>,
): Pick<TrustedPlugin, 'asked'> {
  return asked.has(manifest.name) ? { asked: true } : {};
}

function previewOf({ intent, configuration, prepared, plugins, models, assembled }: ChangeProposal): ChangePreview {
  const { plan, merged, moved } = prepared;
  const { warnings: own } = configuration;
  const warnings = [...own, ...(intent.warnings ?? []), ...assembled.plugins.flatMap((each) => each.warnings)];
  return { plan, plugins, models, merged, moved, warnings };
}

/** Builds the command result from a planned change. */
export function resultOf(
  planned: ChangeProposal,
  status: ChangeResult['status'],
  interrupted?: Interrupted,
): ChangeResult {
  const { intent, configuration, prepared, environment, left, env } = planned;
  const { install } = planned.request;
  const { name, database } = configuration.config;
  const { root, healed } = intent.start;
  return {
    ...previewOf(planned),
    status,
    ...(interrupted === undefined ? {} : { interrupted }),
    healed,
    repaired: [
      ...(configuration.sides === undefined ? [] : [{ file: configPath, how: 'united' } as const]),
      ...intent.start.repairs,
      ...prepared.repairs,
    ],
    project: { name, root, database },
    left,
    steps: [
      ...environment.steps,
      ...databaseSteps({ root, database, env }),
      ...changeSteps(prepared.plan, { root, database, name: intent.topic, install, left, env, interrupted }),
    ],
  };
}
