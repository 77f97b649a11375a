import { basename } from 'node:path';
import { prestartWorker } from '../../../sandbox/index.ts';
import { applyPlan } from '../../apply/apply.ts';
import type { DatabaseKind } from '../../config/config.ts';
import { nameIn } from '../../config/edit.ts';
import { packageNameFrom } from '../../config/names.ts';
import { GenlockError } from '../../errors/error.ts';
import type { NextStep, Plan } from '../../plan/plan.ts';
import type { EffectivePolicy } from '../../policy/decide.ts';
import { choosing, type PackageManager } from '../../processes/package-manager.ts';
import { findConfiguration } from '../../project/find-configuration.ts';
import { configPath } from '../../project/records.ts';
import { packageLookUp } from '../../engine/packages/added-packages.ts';
import { obtainConsent, requireConsent } from '../../engine/obtain-consent.ts';
import type { ConsentPorts } from '../../engine/consent-ports.ts';
import { resolvePlugins, type PluginSet } from '../../engine/resolve-plugins.ts';
import { askedOf, executeChange, planChange } from '../../engine/change.ts';
import type { Beginning } from '../../engine/starters.ts';
import { chooseConfiguration, requireUndescribed, type Configuration } from '../../engine/configuration.ts';
import type { FileDiff } from '../../engine/patch.ts';
import { prepareProject, type Prepared } from '../../engine/render-project.ts';
import { startingEnvironment } from '../../engine/environment.ts';
import { authPluginsOf } from '../../engine/installed-plugin.ts';
import { scanPlugins } from '../../engine/scan-plugins.ts';
import { writeAndInstall, type InstallPorts, type Interrupted } from '../../engine/install.ts';
import { firstSteps, readingSteps, replayOf } from '../../engine/next-steps.ts';
import { basePlugin, loadFolders, type InstalledPlugin } from '../../engine/run-plugins.ts';
import { installedLoader } from '../../engine/packages/fetch-plugin.ts';
import { pluginChanges } from '../../engine/plugin-changes.ts';
import type { PluginChange } from '../../engine/plugin-change.ts';
import { resolvePolicy } from '../../engine/policy/resolve.ts';
import { loadPolicy } from '../../engine/policy/load.ts';
import { repositoryAt, repositorySteps, requireGit, type Repository } from './repository.ts';
import { openWorkspaceAt, type Workspace } from '../../engine/workspace.ts';
import type { Summary } from '../../engine/summary.ts';

/** Options of `genlock init`; every path is absolute. */
export interface InitRequest {
  readonly cwd: string;
  /** The folder in which the command was typed; `cwd` if absent. */
  readonly shell?: string;
  /** The project's folder. The project is named after it if the configuration has no name. */
  readonly root: string;
  /** Takes precedence over the configuration and is written to it. */
  readonly database?: DatabaseKind;
  /** Describes the configuration of a new project that has none. */
  readonly beginning?: Beginning;
  /** The configuration to start from. Default: the documented search order. */
  readonly config?: string;
  /** Plugin folders, or folders that contain plugin folders. */
  readonly plugins: readonly string[];
  readonly yes: boolean;
  readonly dryRun: boolean;
  /** A dry run also prints the full diff. */
  readonly diff?: boolean;
  readonly install: boolean;
  /** The flags of the defaults, for the choices that were left open. */
  readonly defaults?: readonly string[];
  /** The user answered questions: show the plan and ask for consent, even if it has no plugins. */
  readonly reviewed?: boolean;
  /** The package manager that the user chose. */
  readonly manager?: PackageManager;
  /** Create a git repository with a first commit, unless the folder is inside one. */
  readonly git?: boolean;
}

/** The functions of `genlock init` that reach the terminal, the clock and the environment. */
export interface InitPorts extends ConsentPorts, InstallPorts {
  /** Shows the planned changes. */
  readonly preview: (preview: InitPreview) => void;
  readonly clock: () => Date;
  readonly random: (bytes: number) => Uint8Array;
  /**
   * Returns the command that starts Genlock in a folder, for messages of the generated application. Default: `genlock`.
   */
  readonly invocation?: (folder: string) => string;
}

export interface InitPreview {
  readonly plan: Plan;
  readonly summary: Summary;
  /** Contributions of each plugin that is not bundled. */
  readonly plugins: readonly PluginChange[];
  readonly warnings: readonly string[];
}

/** Result of `genlock init`; `--json` prints exactly this object. */
export interface InitResult {
  /** `planned` after a dry run; `changed` if an existing project was synced. */
  readonly status: 'created' | 'finished' | 'unchanged' | 'changed' | 'planned';
  readonly project: { readonly name: string; readonly root: string; readonly database: DatabaseKind };
  readonly plan: Plan;
  readonly summary: Summary;
  /** Plugins as in the preview. For an existing project, all changed plugins. */
  readonly plugins: readonly PluginChange[];
  readonly warnings: readonly string[];
  /**
   * Step during which Ctrl-C was pressed. The files are written; `steps` contains the remaining work. The command exits
   * with 130.
   */
  readonly interrupted?: Interrupted;
  /** Remaining steps for the user, in order. */
  readonly steps: readonly NextStep[];
  /** The command that creates the same project again, with a pinned version. */
  readonly replay: string;
  /** The flags of the defaults that were used; absent if every choice was made. */
  readonly defaults?: readonly string[];
  /** The git repository, if one was requested. */
  readonly repository?: Repository;
  /** The full diff of the plan, if requested. */
  readonly diff?: readonly FileDiff[];
}

/** Planned project with all data that it was computed from. */
interface Made {
  readonly request: InitRequest;
  readonly start: Workspace;
  readonly configuration: Configuration;
  readonly plugins: readonly InstalledPlugin[];
  readonly prepared: Prepared;
  readonly changes: readonly PluginChange[];
  readonly policy: EffectivePolicy;
  readonly asked: PluginSet['asked'];
}

/**
 * Creates a project, finishes an interrupted creation, or syncs an existing project. Requires consent to the plan
 * before writing, then writes all changes or none.
 *
 * @throws GenlockError for every problem; POLICY_… first, SANDBOX_… if a plugin fails
 */
export async function initProject(request: InitRequest, given: InitPorts): Promise<InitResult> {
  const ports = { ...given, env: choosing(request.manager, given.env) };
  const stopWorker = prestartWorker();
  try {
    loadPolicy(request, ports);
    const start = await openWorkspaceAt({ ...request, command: commandOf(request) });
    return await (start.state === 'project' ? initAgain : initNew)(start, request, ports);
  } finally {
    stopWorker();
  }
}

async function initNew(start: Workspace, request: InitRequest, ports: InitPorts): Promise<InitResult> {
  const made = await prepare(start, request, ports);
  if (request.dryRun) {
    const planned = resultOf(made, { status: 'planned', env: ports.env });
    return request.diff === true ? { ...planned, diff: await diffOf(made) } : planned;
  }
  if (request.git === true) await requireGit(request, ports.env);
  const consent = await obtainConsent(proposalOf(made, ports), ports);
  const environment = startingEnvironment(
    {
      plugins: made.plugins,
      database: made.configuration.config.database,
      invocation: ports.invocation?.(start.root),
    },
    ports.random,
  );
  const { root } = start;
  requireConsent(consent, made.prepared.plan);
  const { installed, interrupted } = await writeAndInstall(
    {
      root,
      write: () => applyPlan({ ...made.prepared, root, secrets: [environment.file], command: commandOf(request) }),
      plan: made.prepared.plan,
      wanted: request.install,
    },
    ports,
  );
  const wantsGit = request.git === true;
  const repository = wantsGit && interrupted === undefined ? await repositoryAt(root, ports.env) : undefined;
  const steps = [
    ...environment.steps,
    ...repositorySteps(repository, {
      root,
      shell: request.shell ?? request.cwd,
      isMissing: wantsGit && repository === undefined,
    }),
  ];
  const done = { ...made, request: { ...request, install: installed } };
  const result = resultOf(done, { status: 'created', steps, env: ports.env });
  return {
    ...result,
    ...(repository !== undefined && { repository }),
    ...(interrupted !== undefined && { interrupted }),
  };
}

async function diffOf({ start, prepared }: Made): Promise<readonly FileDiff[]> {
  const { planDiff } = await import('../../engine/patch.ts');
  return planDiff({ root: start.root, ...prepared });
}

async function prepare(start: Workspace, request: InitRequest, ports: InitPorts): Promise<Made> {
  if (start.state === 'occupied') {
    throw new GenlockError({
      code: 'PROJECT_NOT_EMPTY',
      message: `${start.root} contains files that Genlock did not create`,
    });
  }
  const given = loadFolders(request.plugins);
  const configuration = chooseConfiguration({
    ...request,
    plugins: given.map(({ manifest }) => manifest.name),
    authPlugins: authPluginsOf(given, start),
  });
  const policy = await resolvePolicy({ ...request, network: true }, ports);
  const { root } = start;
  const load = installedLoader({ root, offline: true, policy }, ports);
  const { progress } = ports;
  const lookUp = packageLookUp({ offline: false, policy }, ports);
  const after = await resolvePlugins({ root, configuration, given, policy, rerun: 'bytes', progress, load, lookUp });
  const { plugins, asked } = after;
  const prepared = await prepareProject({ root, configuration, plugins, progress });
  const changes = await foreignOf(after, { root, configuration });
  return { request, start, configuration, plugins, prepared, changes, policy, asked };
}

/** Returns the contributions of plugins that are not bundled. */
async function foreignOf(
  after: PluginSet,
  { root, configuration }: Pick<Made['start'], 'root'> & Pick<Made, 'configuration'>,
): Promise<readonly PluginChange[]> {
  const { plugins } = after;
  const foreign = new Set(
    plugins.filter(({ plugin }) => plugin.source.kind !== 'bundled').map(({ plugin }) => plugin.manifest.name),
  );
  if (foreign.size === 0) return [];
  const { entities } = configuration.config;
  const changes = pluginChanges({ root, lockfile: undefined, after, entities }).filter(({ name }) => foreign.has(name));
  return scanPlugins(changes, { root, configuration, plugins });
}

/** Runs `sync` for an existing project, with the command line options. */
async function initAgain(start: Workspace, request: InitRequest, ports: InitPorts): Promise<InitResult> {
  if (start.healed !== 'finished') requireUndescribed(request.beginning ?? {}, configPath);
  const given = loadFolders(request.plugins);
  const { config } = request;
  const text = config === undefined ? undefined : findConfiguration({ ...request, config })?.text;
  const intent = {
    start,
    given,
    typed: given.map(({ manifest }) => manifest.name),
    command: commandOf(request),
    topic: 'sync',
    rerun: 'bytes',
    edits: {
      hasPlugins: true,
      plugins: given.map(({ manifest }) => manifest.name),
      ...(text === undefined ? {} : { name: nameAgain(text, request) }),
      ...(request.database === undefined ? {} : { database: request.database }),
    },
    ...(text === undefined ? {} : { text }),
  } as const;
  const planned = await planChange(intent, request, ports);
  const { summary } = planned.prepared;
  const { status, project, plan, plugins, warnings, steps, diff, interrupted } = await executeChange(planned, {
    ...ports,
    preview: (preview) => ports.preview({ ...preview, summary }),
  });
  const isFinished = status === 'unchanged' && start.healed === 'finished';
  return {
    status: isFinished ? 'finished' : status,
    project,
    plan,
    summary,
    plugins,
    warnings,
    steps: isFinished
      ? firstSteps({
          shell: request.cwd,
          ...request,
          ...project,
          isEmpty: summary.entities.length === 0,
          env: ports.env,
        })
      : steps,
    replay: replayOf({ shell: request.cwd, ...request }, project.database),
    ...(diff === undefined ? {} : { diff }),
    ...(interrupted === undefined ? {} : { interrupted }),
  };
}

/** Returns the project's name: from the new configuration, otherwise from the current one. */
function nameAgain(text: string, { root }: InitRequest): string {
  const current = findConfiguration({ root, cwd: root })?.text ?? '';
  return nameIn(text) ?? nameIn(current) ?? packageNameFrom(basename(root));
}

function proposalOf(made: Made, ports: InitPorts): Parameters<typeof obtainConsent>[0] {
  const { request, plugins, prepared, changes, policy } = made;
  const { plan, summary } = prepared;
  // Plugins of a new project count as typed.
  const trusted = plugins.map(({ plugin }) => ({
    source: plugin.source,
    typed: true,
    skeleton: plugin.manifest.name === basePlugin && request.reviewed !== true,
    ...askedOf(plugin, made),
  }));
  return {
    plan,
    asking: trusted,
    coming: trusted,
    policy,
    yes: request.yes,
    preview: () => ports.preview({ plan, summary, plugins: changes, warnings: warningsOf(made) }),
    diff: () => diffOf(made),
  };
}

function resultOf(
  made: Made,
  { status, env, steps = [] }: Pick<InitResult, 'status'> & Partial<Pick<InitResult, 'steps'>> & Pick<InitPorts, 'env'>,
): InitResult {
  const { request, start, configuration, prepared, changes } = made;
  const { name, database } = configuration.config;
  const { root } = start;
  return {
    status,
    project: { name, root, database },
    plan: prepared.plan,
    summary: prepared.summary,
    plugins: changes,
    warnings: warningsOf(made),
    steps:
      status === 'created'
        ? [
            ...steps,
            ...firstSteps({
              shell: request.cwd,
              ...request,
              root,
              database,
              isEmpty: prepared.summary.entities.length === 0,
              env,
            }),
            ...readingSteps(prepared.plan),
          ]
        : [],
    replay: replayOf({ shell: request.cwd, ...request }, database),
    ...defaultsOf(made),
  };
}

/**
 * Returns the flags of the defaults that were used. A configuration file determines the entities, the database and the
 * plugins.
 */
function defaultsOf({ request, configuration }: Made): Pick<InitResult, 'defaults'> {
  const isDescribed = configuration.places !== undefined;
  const defaults = (request.defaults ?? []).filter((flag) => !isDescribed || flag.startsWith('--no-'));
  return defaults.length === 0 ? {} : { defaults };
}

function warningsOf({ configuration, plugins }: Made): readonly string[] {
  return [...configuration.warnings, ...plugins.flatMap(({ warnings }) => warnings)];
}

/** Returns the name of this command for the lock file. */
function commandOf({ root }: InitRequest): string {
  return `genlock init ${basename(root)}`;
}
