import { basename } from 'node:path';
import { startWorker } from '../../sandbox/index.ts';
import { applyPlan } from '../apply/apply.ts';
import { recover } from '../apply/recover.ts';
import type { DatabaseKind } from '../config/config.ts';
import { needsConsent } from '../consent/consent.ts';
import { GenlockError } from '../errors/error.ts';
import { readLockfile, type Lockfile } from '../lockfile/lockfile.ts';
import type { NextStep, Plan } from '../plan/plan.ts';
import { installPackages } from '../processes/package-manager.ts';
import { openProject, type ProjectState } from '../project/open.ts';
import { chooseConfiguration, type Configuration } from './configuration.ts';
import { prepareProject, type Prepared } from './desired.ts';
import { startingEnvironment } from './environment.ts';
import { firstSteps, replayOf } from './next-steps.ts';
import { authPluginsOf, completePlugins, loadFolders, runPlugins, type RanPlugin } from './plugins.ts';
import { policyFor } from './policy.ts';
import type { Summary } from './summary.ts';

/** What `genlock init` was asked to do; every path absolute. */
export interface InitRequest {
  readonly cwd: string;
  /** The project's folder; its last segment is the project's name. */
  readonly root: string;
  /** Wins over the configuration and is written to it. */
  readonly database?: DatabaseKind;
  /** The configuration to start from; otherwise found as the documentation says. */
  readonly config?: string;
  /** Plugin folders, or folders of plugin folders. */
  readonly plugins: readonly string[];
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly install: boolean;
}

/** What the flow can't decide alone. Without a terminal `askDatabase` is absent. */
export interface InitPorts {
  readonly interactive: boolean;
  readonly askDatabase?: () => Promise<DatabaseKind>;
  /** Shows what is about to happen. */
  readonly preview: (preview: InitPreview) => void;
  /** Asks whether to do what was shown. */
  readonly agree: () => Promise<boolean>;
  /** A line about what is going on now, for people who wait. */
  readonly progress: (message: string) => void;
  readonly clock: () => Date;
  readonly random: (bytes: number) => Uint8Array;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface InitPreview {
  readonly plan: Plan;
  readonly summary: Summary;
  readonly warnings: readonly string[];
}

/** What happened, as data; `--json` prints exactly this. */
export interface InitResult {
  /** `planned` after a dry run; `differs` if the project exists and its configuration wants something else. */
  readonly status: 'created' | 'finished' | 'unchanged' | 'differs' | 'planned';
  readonly project: { readonly name: string; readonly root: string; readonly database: DatabaseKind };
  readonly plan: Plan;
  readonly summary: Summary;
  readonly warnings: readonly string[];
  /** What remains to be done, in order. */
  readonly steps: readonly NextStep[];
  /** The command that makes the same project again, version pinned. */
  readonly replay: string;
}

/** What was found at the project's folder, after anything unfinished there was healed. */
interface Start {
  /** Absolute, without links. */
  readonly root: string;
  readonly state: ProjectState;
  /** An earlier run that was interrupted after its commit has been finished just now. */
  readonly finished: boolean;
  readonly lockfile: Lockfile | undefined;
}

/** Everything known once the plan is made. */
interface Made {
  readonly request: InitRequest;
  readonly start: Start;
  readonly configuration: Configuration;
  readonly plugins: readonly RanPlugin[];
  readonly prepared: Prepared;
}

/**
 * Makes a project, finishes one whose making was interrupted, or says how an existing one differs from its
 * configuration. Nothing is written before the plan was agreed to; then all of it or nothing.
 *
 * @throws GenlockError for everything in the way; POLICY_… before anything else, SANDBOX_… if a plugin fails
 */
export async function initProject(request: InitRequest, ports: InitPorts): Promise<InitResult> {
  const stopWorker = startWorker();
  const made = await prepare(request, ports).finally(stopWorker);
  if (made.start.state === 'project') return resultOf(made, comparedStatus(made));
  if (request.dryRun) return resultOf(made, 'planned');
  await agreeOn(made, ports);
  const environment = startingEnvironment(made.plugins, ports.random);
  const { root } = made.start;
  await applyPlan({ ...made.prepared, root, secrets: [environment.file], command: commandOf(request) });
  if (request.install) await installPackages(root, { env: ports.env, onLine: ports.progress });
  return resultOf(made, 'created', environment.steps);
}

async function prepare(request: InitRequest, ports: InitPorts): Promise<Made> {
  const policy = policyFor(request, ports);
  const start = await open(request);
  const given = loadFolders(request.plugins);
  const configuration = await chooseConfiguration({
    ...request,
    ...ports,
    isNew: start.state !== 'project',
    plugins: given.map(({ manifest }) => manifest.name),
    authPlugins: authPluginsOf({ given, lockfile: start.lockfile, root: start.root }),
  });
  const installed = completePlugins(configuration.config, { given, lockfile: start.lockfile, root: start.root });
  ports.progress(`Running ${installed.length === 1 ? 'one plugin' : `${installed.length} plugins`} in the sandbox`);
  const plugins = await runPlugins(installed, configuration, policy);
  const prepared = await prepareProject({ root: start.root, configuration, plugins });
  return { request, start, configuration, plugins, prepared };
}

/** Heals what an earlier run left, then looks what is there. A dry run heals nothing. */
async function open(request: InitRequest): Promise<Start> {
  const healing = request.dryRun ? undefined : await recover({ root: request.root, command: commandOf(request) });
  const { root, state } = openProject(request.root);
  if (state === 'occupied') {
    throw new GenlockError({ code: 'PROJECT_NOT_EMPTY', message: `${root} holds files that Genlock did not make` });
  }
  if (state === 'interrupted') {
    throw new GenlockError({ code: 'PROJECT_INTERRUPTED', message: `an earlier command was interrupted in ${root}` });
  }
  const lockfile = state === 'project' ? readLockfile(root) : undefined;
  return { root, state, finished: healing?.healed === 'finished', lockfile };
}

function comparedStatus({ start, prepared }: Made): InitResult['status'] {
  const { changes, conflicts } = prepared.plan;
  if (changes.length > 0 || conflicts.length > 0) return 'differs';
  return start.finished ? 'finished' : 'unchanged';
}

/** Shows the plan wherever a plugin isn't part of Genlock, and asks where somebody can answer. */
async function agreeOn({ request, plugins, prepared }: Made, ports: InitPorts): Promise<void> {
  const { plan, summary } = prepared;
  const question = { plugins: plugins.map(({ plugin }) => plugin), interactive: ports.interactive, yes: request.yes };
  const need = needsConsent(question);
  if (question.plugins.some(({ source }) => source.kind !== 'bundled')) {
    ports.preview({ plan, summary, warnings: warningsOf(plugins) });
  }
  if (need === 'granted' || (need === 'ask' && (await ports.agree()))) return;
  throw need === 'ask'
    ? new GenlockError({ code: 'DECLINED', message: 'You did not agree to the plan' })
    : new GenlockError({ code: 'CONSENT_NEEDED', message: 'The plan needs your agreement' });
}

function resultOf(made: Made, status: InitResult['status'], steps: readonly NextStep[] = []): InitResult {
  const { request, start, configuration, plugins, prepared } = made;
  const { name, database } = configuration.config;
  const isNew = status === 'created' || status === 'finished';
  return {
    status,
    project: { name, root: start.root, database },
    plan: prepared.plan,
    summary: prepared.summary,
    warnings: warningsOf(plugins),
    steps: isNew ? [...steps, ...firstSteps(request, start.root)] : [],
    replay: replayOf(request, database),
  };
}

function warningsOf(plugins: readonly RanPlugin[]): readonly string[] {
  return plugins.flatMap(({ warnings }) => warnings);
}

/** How the lock names this command. */
function commandOf({ root }: InitRequest): string {
  return `genlock init ${basename(root)}`;
}
