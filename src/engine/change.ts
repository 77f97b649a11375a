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

/** What every command that changes a project is told. */
export interface ChangeRequest {
  /** Absolute; the project is the one it lies in. */
  readonly cwd: string;
  readonly yes: boolean;
  readonly dryRun: boolean;
  /** A dry run tells every line, too. */
  readonly diff?: boolean;
  readonly install: boolean;
  /** Packages may be fetched from their registries; otherwise what was fetched before must do. */
  readonly network?: boolean;
}

/** What the flows can't decide alone. */
export interface ChangePorts extends PolicyPorts, ConsentPorts, InstallPorts {
  /** Shows what is about to happen. */
  readonly preview: (preview: ChangePreview) => void;
  readonly random: (bytes: number) => Uint8Array;
}

/** What is about to happen. */
export interface ChangePreview {
  readonly plan: Plan;
  readonly plugins: readonly PluginChange[];
  /** What becomes of the models of the database, those of entities and of other plugins too. */
  readonly models: readonly ModelChange[];
  /** Files whose change holds what both sides wrote. */
  readonly merged: readonly string[];
  /** Files the user moved, which are kept where they are now. */
  readonly moved: readonly Moved[];
  readonly warnings: readonly string[];
}

/** What a command did to a project, as data; `--json` prints exactly this. */
export interface ChangeResult extends ChangePreview {
  /** `planned` after a dry run. With conflicts all else is done, and the command exits with 5. */
  readonly status: 'changed' | 'unchanged' | 'planned';
  /** What became of an earlier command that was interrupted. */
  readonly healed: Workspace['healed'];
  /** Records that were damaged or merged by git, and are whole again; they would be after a dry run. */
  readonly repaired: readonly Repair[];
  readonly project: { readonly name: string; readonly root: string; readonly database: DatabaseKind };
  /** Ctrl-C was pressed during this step. The files are written; `steps` has the rest. The command exits with 130. */
  readonly interrupted?: Interrupted;
  /** Of plugins that went: what is theirs and stays. */
  readonly left: Leftovers;
  /** Every line of the plan, if they were asked for. */
  readonly diff?: readonly FileDiff[];
  /** What remains to be done, in order. */
  readonly steps: readonly NextStep[];
}

/** One command's intent. */
export interface Intent extends Freshness {
  readonly start: Workspace;
  /** How the lock names the command. */
  readonly command: string;
  /** Plugins to be taken as they are now, read and checked. */
  readonly given: readonly Plugin[];
  /** Names of those whose folders were typed on the command line: typing is agreement to them. */
  readonly typed?: readonly string[];
  /** `current` renders with this Genlock's renderer, whichever the project was rendered with; the project's if absent. */
  readonly renderer?: 'current';
  /** What else becomes of the configuration's text, before `edits`. */
  readonly edit?: (text: string) => string;
  readonly edits?: ConfigEdits;
  /** The configuration to take instead of the project's own. */
  readonly text?: string;
  /** What a migration of the change would be called. */
  readonly topic: string;
  /** What is to be said beside the plan. */
  readonly warnings?: readonly string[];
}

/** Everything known once the plan is made. */
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
 * Plans, asks where somebody must agree, and applies all or nothing.
 *
 * @throws GenlockError for everything in the way; nothing was changed then
 */
export async function changeProject(intent: Intent, request: ChangeRequest, ports: ChangePorts): Promise<ChangeResult> {
  return executeChange(await planChange(intent, request, ports), ports);
}

/** Asks where somebody must agree to what is planned, and applies it. @throws GenlockError as `changeProject` */
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

/** A result with every line of its plan, if the request is for them. */
export async function withDiff(result: ChangeResult, planned: ChangeProposal): Promise<ChangeResult> {
  return planned.request.diff === true ? { ...result, diff: await diffOf(planned) } : result;
}

async function diffOf({ intent, prepared }: ChangeProposal): Promise<readonly FileDiff[]> {
  const { planDiff } = await import('./patch.ts');
  return planDiff({ root: intent.start.root, ...prepared });
}

/** Everything up to the plan; nothing is written. */
export async function planChange(
  intent: Intent,
  request: ChangeRequest,
  ports: Omit<ChangePorts, 'preview'>,
): Promise<ChangeProposal> {
  const { start, given, edits = {}, edit = (text) => text, rerun } = intent;
  const { root, lockfile } = start;
  requireSameLockfile(start);
  if (intent.renderer !== 'current') requireRenderer(start);
  // What only takes away has nobody's leave to ask.
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

/** A newer renderer is a plan of its own, never part of another one. */
function requireRenderer({ lockfile }: Workspace): void {
  if (lockfile === undefined || lockfile.renderer === rendererVersion) return;
  const message = `the project was rendered by Genlock ${lockfile.genlock}, and this one renders otherwise`;
  throw new GenlockError({ code: 'PROJECT_GENLOCK_OTHER', message });
}

/** The configuration is read at the beginning and written at the end: nobody's edit in between may be lost. */
function requireSame({ changes }: Plan, { before = '' }: Configuration): void {
  const change = changes.find(({ path }) => path === configPath);
  if (change === undefined) return;
  if (change.kind !== 'update' || change.before !== digestOf(before)) throw changedSincePlan([configPath]);
}

/**
 * So is the lockfile: who waited for a registry must not take back what another command did meanwhile. Asked before what is
 * installed is loaded, which would fail over it in other ways, and again once the plan is made.
 */
function requireSameLockfile({ root, lockfileDigest: before }: Workspace): void {
  if (lockfileDigest(root) !== before) throw changedSincePlan([lockfilePath]);
}

/** Plugins whose secrets may not be in `.env` yet. */
function pluginsNeedingSecrets(
  { plugins: all }: PluginSet,
  changes: readonly PluginChange[],
): Pick<Parameters<typeof addedEnvironment>[0], 'all' | 'come'> {
  const names = new Set(changes.filter(({ change }) => change !== 'removed').map(({ name }) => name));
  return { all, come: all.filter(({ plugin }) => names.has(plugin.manifest.name)) };
}

/** What becomes of the schema's models, as it is on disk. */
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

/** Whether a policy wants somebody to agree to it, wherever it comes from. */
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

/** What a command that comes to this says. */
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
