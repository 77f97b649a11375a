import { basename } from 'node:path';
import { prestartWorker } from '../../../sandbox/index.ts';
import type { DatabaseKind, OpenEntity } from '../../config/config.ts';
import { nameIn } from '../../config/edit.ts';
import { packageNameFrom } from '../../config/names.ts';
import { GenlockError } from '../../errors/error.ts';
import type { NextStep, Plan } from '../../plan/plan.ts';
import { choosing, packageManagerOf } from '../../processes/package-manager.ts';
import { findConfiguration } from '../../project/find-configuration.ts';
import { configPath } from '../../project/records.ts';
import type { ChangeProposal, ChangeRequest, Intent } from '../../engine/change.ts';
import { withPolicies, type PolicyWorkspace } from '../../engine/policy-workspace.ts';
import { requireUndescribed } from '../../engine/configuration.ts';
import type { ConsentPorts } from '../../engine/consent-ports.ts';
import { changeResult, confirmAndApply, type Execution } from '../../engine/execute.ts';
import type { InstallPorts, Interrupted } from '../../engine/install.ts';
import { firstSteps, readingSteps, replayOf } from '../../engine/next-steps.ts';
import type { FileDiff } from '../../engine/patch.ts';
import type { PluginChange } from '../../engine/plugin-change.ts';
import { loadPolicy } from '../../engine/policy/load.ts';
import { proposeChange } from '../../engine/propose.ts';
import { loadFolders } from '../../engine/load-folders.ts';
import type { Beginning } from '../../engine/starters.ts';
import type { Summary } from '../../engine/summary.ts';
import { openWorkspaceAt } from '../../engine/workspace.ts';
import { repositoryAt, repositorySteps, requireGit, type Repository } from './repository.ts';
import type { PackageManager } from '../../core/package-managers.ts';

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
  /** Entities that every caller can change, because no access rule covers them; absent without such entities. */
  readonly open?: readonly OpenEntity[];
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
    // A policy can forbid the command itself. Then not even an interrupted command is recovered.
    await loadPolicy(request, ports);
    const opened = await openWorkspaceAt({ ...request, command: commandOf(request) });
    const isNew = opened.state !== 'project';
    const change: ChangeRequest = { ...request, network: isNew };
    const workspace = withPolicies(opened, change, ports);
    const intent = isNew ? creationIntent(workspace, request, ports) : syncIntent(workspace, request);
    const proposal = await proposeChange(intent, change, ports);
    if (isNew && request.git === true && !request.dryRun) await requireGit(request, ports.env);
    const { summary } = proposal.prepared;
    const env = choosing(proposal.configuration.config.packageManager, ports.env);
    const execution = await confirmAndApply(proposal, {
      ...ports,
      env,
      preview: (preview) => ports.preview({ ...preview, summary }),
    });
    return await (isNew ? creationResult : syncResult)(proposal, execution, { request, env });
  } finally {
    stopWorker();
  }
}

/** @throws GenlockError PROJECT_NOT_EMPTY, and everything `loadFolders` throws */
function creationIntent(workspace: PolicyWorkspace, request: InitRequest, ports: InitPorts): Intent {
  const { root, state } = workspace;
  if (state === 'occupied') {
    throw new GenlockError({
      code: 'PROJECT_NOT_EMPTY',
      message: `${root} contains files that Genlock did not create`,
    });
  }
  const { cwd, config, database, manager, beginning, reviewed = false } = request;
  const given = loadFolders(request.plugins);
  return {
    workspace,
    command: commandOf(request),
    given,
    typed: given.map(({ manifest }) => manifest.name),
    topic: 'init',
    rerun: 'bytes',
    creation: {
      cwd,
      root: request.root,
      reviewed,
      invocation: ports.invocation?.(root),
      ...(config === undefined ? {} : { config }),
      ...(database === undefined ? {} : { database }),
      ...(manager === undefined ? {} : { packageManager: manager }),
      usualManager: packageManagerOf(ports.env, root),
      ...(beginning === undefined ? {} : { beginning }),
    },
  };
}

/**
 * `init` in a project does the same as `sync`, with the changes of the command line.
 *
 * @throws GenlockError USAGE, and everything `loadFolders` throws
 */
function syncIntent(workspace: PolicyWorkspace, request: InitRequest): Intent {
  if (workspace.healed !== 'finished') requireUndescribed(request.beginning ?? {}, configPath);
  const given = loadFolders(request.plugins);
  const names = given.map(({ manifest }) => manifest.name);
  const { config, database, manager } = request;
  const text = config === undefined ? undefined : findConfiguration({ ...request, config })?.text;
  return {
    workspace,
    command: commandOf(request),
    given,
    typed: names,
    topic: 'sync',
    rerun: 'bytes',
    edits: {
      hasPlugins: true,
      plugins: names,
      ...(text === undefined ? {} : { name: nameAgain(text, request) }),
      ...(database === undefined ? {} : { database }),
      ...(manager === undefined ? {} : { packageManager: manager }),
    },
    ...(text === undefined ? {} : { text }),
  };
}

/** Returns the project's name: from the new configuration, otherwise from the current one. */
function nameAgain(text: string, { root }: InitRequest): string {
  const current = findConfiguration({ root, cwd: root })?.text ?? '';
  return nameIn(text) ?? nameIn(current) ?? packageNameFrom(basename(root));
}

interface ResultContext {
  readonly request: InitRequest;
  readonly env: InitPorts['env'];
}

/** Creates the git repository, if requested, and returns the result of a new project. */
async function creationResult(
  proposal: ChangeProposal,
  execution: Execution,
  { request, env }: ResultContext,
): Promise<InitResult> {
  const { project, plan, plugins, warnings, open } = changeResult(proposal, execution);
  const { summary } = proposal.prepared;
  const common = {
    project,
    plan,
    summary,
    plugins,
    warnings,
    ...(open !== undefined && { open }),
    replay: replayOf({ shell: request.cwd, ...request, ...managerOf(proposal) }, project.database),
    ...defaultsOf(proposal, request),
  };
  const { installed: install, interrupted, diff } = execution;
  if (execution.status === 'planned')
    return { ...common, status: 'planned', steps: [], ...(diff === undefined ? {} : { diff }) };
  const { root, database } = project;
  const wantsGit = request.git === true;
  const repository = wantsGit && interrupted === undefined ? await repositoryAt(root, env) : undefined;
  const shell = request.shell ?? request.cwd;
  return {
    ...common,
    status: 'created',
    steps: [
      ...proposal.environment.steps,
      ...repositorySteps(repository, { root, shell, isMissing: wantsGit && repository === undefined }),
      ...firstSteps({ ...request, shell, root, database, install, isEmpty: summary.entities.length === 0, env }),
      ...readingSteps(plan),
    ],
    ...(repository !== undefined && { repository }),
    ...(interrupted !== undefined && { interrupted }),
  };
}

/** Returns the result for an existing project. */
function syncResult(proposal: ChangeProposal, execution: Execution, { request, env }: ResultContext): InitResult {
  const { status, healed, project, plan, plugins, warnings, open, steps, diff, interrupted } = changeResult(
    proposal,
    execution,
  );
  const { summary } = proposal.prepared;
  const isFinished = status === 'unchanged' && healed === 'finished';
  const shell = request.shell ?? request.cwd;
  return {
    status: isFinished ? 'finished' : status,
    project,
    plan,
    summary,
    plugins,
    warnings,
    steps: isFinished
      ? firstSteps({ ...request, shell, ...project, isEmpty: summary.entities.length === 0, env })
      : steps,
    replay: replayOf({ shell: request.cwd, ...request }, project.database),
    ...(open === undefined ? {} : { open }),
    ...(diff === undefined ? {} : { diff }),
    ...(interrupted === undefined ? {} : { interrupted }),
  };
}

/** Returns the package manager of a new project, unless it is npm. */
function managerOf({ configuration }: ChangeProposal): Pick<InitRequest, 'manager'> {
  const { packageManager: manager } = configuration.config;
  return manager === undefined ? {} : { manager };
}

/**
 * Returns the flags of the defaults that were used. A configuration file determines the entities, the database and the
 * plugins.
 */
function defaultsOf({ configuration }: ChangeProposal, request: InitRequest): Pick<InitResult, 'defaults'> {
  const isDescribed = configuration.places !== undefined;
  const defaults = (request.defaults ?? []).filter((flag) => !isDescribed || flag.startsWith('--no-'));
  return defaults.length === 0 ? {} : { defaults };
}

/** Returns the name of this command for the lock file. */
function commandOf({ root }: InitRequest): string {
  return `genlock init ${basename(root)}`;
}
