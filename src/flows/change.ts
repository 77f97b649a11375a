import { applyPlan } from '../apply/apply.ts';
import { changedSincePlan } from '../apply/failure.ts';
import type { DatabaseKind } from '../config/config.ts';
import { footprintOf } from '../consent/footprint.ts';
import { needsConsent, type TrustedPlugin } from '../consent/consent.ts';
import { GenlockError } from '../errors/error.ts';
import type { Moved, NextStep, Plan } from '../plan/plan.ts';
import type { Plugin } from '../plugin/plugin.ts';
import { installPackages } from '../processes/package-manager.ts';
import { digestOf } from '../project/digest.ts';
import { configPath, schemaPath } from '../project/records.ts';
import { editConfig, type ConfigEdits } from '../config/edit.ts';
import { rendererVersion } from '../render/render.ts';
import { assemble, type Assembled, type Freshness } from './assemble.ts';
import { changeConfiguration, type Configuration } from './configuration.ts';
import { prepareProject, type Prepared } from './desired.ts';
import { addedEnvironment, secretsOf, type EnvironmentChange } from './environment.ts';
import { authPluginsOf, installedPlugin } from './installed.ts';
import { changeSteps } from './next-steps.ts';
import { pluginChanges, type PluginChange } from './plugin-changes.ts';
import { policyFor, type PolicyPorts } from './policy.ts';
import type { Start } from './start.ts';

/** What every command that changes a project is told. */
export interface ChangeRequest {
  /** Absolute; the project is the one it lies in. */
  readonly cwd: string;
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly install: boolean;
}

/** What the flows can't decide alone. */
export interface ChangePorts extends PolicyPorts {
  readonly interactive: boolean;
  /** Shows what is about to happen. */
  readonly preview: (preview: ChangePreview) => void;
  /** Asks whether to do what was shown. */
  readonly agree: () => Promise<boolean>;
  /** A line about what is going on now, for people who wait. */
  readonly progress: (message: string) => void;
  readonly random: (bytes: number) => Uint8Array;
}

/** What is about to happen. */
export interface ChangePreview {
  readonly plan: Plan;
  readonly plugins: readonly PluginChange[];
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
  readonly healed: Start['healed'];
  readonly project: { readonly name: string; readonly root: string; readonly database: DatabaseKind };
  /** Of plugins that went: what is theirs and stays. */
  readonly left: { readonly models: readonly string[]; readonly variables: readonly string[] };
  /** What remains to be done, in order. */
  readonly steps: readonly NextStep[];
}

/** One command's intent. */
export interface Intent extends Freshness {
  readonly start: Start;
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
}

/** Everything known once the plan is made. */
export interface PlannedChange {
  readonly intent: Intent;
  readonly request: ChangeRequest;
  readonly configuration: Configuration;
  readonly assembled: Assembled;
  readonly prepared: Prepared;
  readonly plugins: readonly PluginChange[];
  readonly environment: EnvironmentChange;
  readonly left: ChangeResult['left'];
}

/**
 * Plans, asks where somebody must agree, and applies all or nothing.
 *
 * @throws GenlockError for everything in the way; nothing was changed then
 */
export async function changeProject(intent: Intent, request: ChangeRequest, ports: ChangePorts): Promise<ChangeResult> {
  return carryOut(await planChange(intent, request, ports), ports);
}

/** Asks where somebody must agree to what is planned, and applies it. @throws GenlockError as `changeProject` */
export async function carryOut(planned: PlannedChange, ports: ChangePorts): Promise<ChangeResult> {
  const { intent, request } = planned;
  const { plan, contents } = planned.prepared;
  const file = planned.environment.file;
  if (plan.changes.length === 0 && file === undefined) return resultOf(planned, 'unchanged');
  if (request.dryRun) return resultOf(planned, 'planned');
  await agreeOn(planned, ports);
  const { root } = intent.start;
  await applyPlan({ root, plan, contents, secrets: file === undefined ? [] : [file], command: intent.command });
  if (request.install) await installPackages(root, { env: ports.env, onLine: ports.progress });
  return resultOf(planned, 'changed');
}

/** Everything up to the plan; nothing is written. */
export async function planChange(
  intent: Intent,
  request: ChangeRequest,
  ports: Omit<ChangePorts, 'preview'>,
): Promise<PlannedChange> {
  const { start, given, edits = {}, edit = (text) => text, rerun } = intent;
  const { root, lockfile } = start;
  if (intent.renderer !== 'current') requireRenderer(start);
  const policy = policyFor({ cwd: request.cwd, root }, ports);
  const configuration = changeConfiguration({
    root,
    cwd: request.cwd,
    edit: (text) => editConfig(edit(intent.text ?? text), { schemaRef: `./${schemaPath}`, ...edits }),
    adding: edits.plugins ?? [],
    authPlugins: authPluginsOf(given, start),
  });
  const assembled = await assemble({
    root,
    lockfile,
    configuration,
    given,
    rerun,
    policy,
    progress: ports.progress,
  });
  const prepared = await prepareProject({ root, configuration, ...assembled });
  requireSame(prepared.plan, configuration);
  const models = configuration.config.entities.map(({ name }) => name);
  const plugins = pluginChanges({ root, lockfile, after: assembled, models });
  const environment = addedEnvironment({ root, ...comers(assembled, plugins) }, ports.random);
  const left = leftBy({ start, plugins, assembled, configuration });
  return { intent, request, configuration, assembled, prepared, plugins, environment, left };
}

/** A newer renderer is a plan of its own, never part of another one. */
function requireRenderer({ lockfile }: Start): void {
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

/** Plugins whose secrets may not be in `.env` yet. */
function comers(
  { plugins: all }: Assembled,
  changes: readonly PluginChange[],
): Pick<Parameters<typeof addedEnvironment>[0], 'all' | 'come'> {
  const names = new Set(changes.filter(({ change }) => change !== 'removed').map(({ name }) => name));
  return { all, come: all.filter(({ plugin }) => names.has(plugin.manifest.name)) };
}

/** Shows the plan wherever somebody must agree to a plugin that isn't part of Genlock, and asks who can answer. */
async function agreeOn(planned: PlannedChange, ports: ChangePorts): Promise<void> {
  const trusted = trustedPlugins(planned);
  const need = needsConsent({ plugins: trusted, interactive: ports.interactive, yes: planned.request.yes });
  if (trusted.some(({ source }) => source.kind !== 'bundled')) ports.preview(previewOf(planned));
  if (need === 'granted' || (need === 'ask' && (await ports.agree()))) return;
  throw need === 'ask'
    ? new GenlockError({ code: 'DECLINED', message: 'You did not agree to the plan' })
    : new GenlockError({ code: 'CONSENT_NEEDED', message: 'The plan needs your agreement' });
}

function trustedPlugins({ plugins, assembled, intent }: PlannedChange): readonly TrustedPlugin[] {
  const typed = new Set(intent.typed);
  const asking = new Set(plugins.filter(({ asks }) => asks).map(({ name }) => name));
  return assembled.plugins
    .filter(({ plugin }) => asking.has(plugin.manifest.name))
    .map(({ plugin }) => ({ source: plugin.source, typed: typed.has(plugin.manifest.name) }));
}

function previewOf({ prepared, plugins, assembled }: PlannedChange): ChangePreview {
  const { plan, merged, moved } = prepared;
  return { plan, plugins, merged, moved, warnings: assembled.plugins.flatMap(({ warnings }) => warnings) };
}

/** What a command that comes to this says. */
export function resultOf(planned: PlannedChange, status: ChangeResult['status']): ChangeResult {
  const { intent, request, configuration, prepared, environment, left } = planned;
  const { name, database } = configuration.config;
  const { root, healed } = intent.start;
  return {
    ...previewOf(planned),
    status,
    healed,
    project: { name, root, database },
    left,
    steps: [...environment.steps, ...changeSteps(prepared.plan, { name: intent.topic, install: request.install })],
  };
}

/** What plugins that went leave to the owner: tables are never dropped nor secrets deleted along the way. */
function leftBy({
  start: { root, lockfile },
  plugins,
  assembled,
  configuration,
}: Pick<PlannedChange, 'plugins' | 'assembled' | 'configuration'> & { readonly start: Start }): ChangeResult['left'] {
  const gone = plugins.filter(({ change }) => change === 'removed' || change === 'disabled');
  const still = new Set(secretsOf(assembled.plugins).map(({ variable }) => variable));
  const variables = gone.flatMap(({ name }) => {
    const locked = lockfile?.plugins.get(name);
    return locked === undefined ? [] : secretsOf(readable({ name, locked }, { root, configuration }));
  });
  const models = new Set([
    ...configuration.config.entities.map(({ name }) => name),
    ...assembled.plugins.flatMap(({ stored }) => footprintOf(stored.contribution).models),
  ]);
  return {
    models: gone.flatMap(({ footprint }) => footprint.models).filter((model) => !models.has(model)),
    variables: variables.map(({ variable }) => variable).filter((variable) => !still.has(variable)),
  };
}

/** One that can't be read is only missing from what is told. */
function readable(
  ...[entry, project]: Parameters<typeof installedPlugin>
): readonly ReturnType<typeof installedPlugin>[] {
  try {
    return [installedPlugin(entry, project)];
  } catch (error) {
    if (error instanceof GenlockError) return [];
    throw error;
  }
}
