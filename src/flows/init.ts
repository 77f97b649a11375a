import { basename } from 'node:path';
import { startWorker } from '../../sandbox/index.ts';
import { applyPlan } from '../apply/apply.ts';
import type { DatabaseKind } from '../config/config.ts';
import { needsConsent } from '../consent/consent.ts';
import { GenlockError } from '../errors/error.ts';
import type { NextStep, Plan } from '../plan/plan.ts';
import { installPackages } from '../processes/package-manager.ts';
import { findConfiguration } from '../project/find-configuration.ts';
import { assemble } from './assemble.ts';
import { carryOut, planChange } from './change.ts';
import { chooseConfiguration, type Configuration } from './configuration.ts';
import { prepareProject, type Prepared } from './desired.ts';
import { startingEnvironment } from './environment.ts';
import { authPluginsOf } from './installed.ts';
import { firstSteps, replayOf } from './next-steps.ts';
import { loadFolders, type InstalledPlugin } from './plugins.ts';
import { policyFor } from './policy.ts';
import { startAt, type Start } from './start.ts';
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
  /** `planned` after a dry run; `changed` if the project exists and was brought up to its configuration. */
  readonly status: 'created' | 'finished' | 'unchanged' | 'changed' | 'planned';
  readonly project: { readonly name: string; readonly root: string; readonly database: DatabaseKind };
  readonly plan: Plan;
  readonly summary: Summary;
  readonly warnings: readonly string[];
  /** What remains to be done, in order. */
  readonly steps: readonly NextStep[];
  /** The command that makes the same project again, version pinned. */
  readonly replay: string;
}

/** Everything known once the plan is made. */
interface Made {
  readonly request: InitRequest;
  readonly start: Start;
  readonly configuration: Configuration;
  readonly plugins: readonly InstalledPlugin[];
  readonly prepared: Prepared;
}

/**
 * Makes a project, finishes one whose making was interrupted, or brings an existing one up to its configuration as
 * `genlock sync` does. Nothing is written before the plan was agreed to; then all of it or nothing.
 *
 * @throws GenlockError for everything in the way; POLICY_… before anything else, SANDBOX_… if a plugin fails
 */
export async function initProject(request: InitRequest, ports: InitPorts): Promise<InitResult> {
  const stopWorker = startWorker();
  try {
    policyFor(request, ports);
    const start = await startAt({ ...request, command: commandOf(request) });
    return await (start.state === 'project' ? initAgain : initNew)(start, request, ports);
  } finally {
    stopWorker();
  }
}

async function initNew(start: Start, request: InitRequest, ports: InitPorts): Promise<InitResult> {
  const made = await prepare(start, request, ports);
  if (request.dryRun) return resultOf(made, 'planned');
  await agreeOn(made, ports);
  const environment = startingEnvironment(made.plugins, ports.random);
  const { root } = start;
  await applyPlan({ ...made.prepared, root, secrets: [environment.file], command: commandOf(request) });
  if (request.install) await installPackages(root, { env: ports.env, onLine: ports.progress });
  return resultOf(made, 'created', environment.steps);
}

async function prepare(start: Start, request: InitRequest, ports: InitPorts): Promise<Made> {
  if (start.state === 'occupied') {
    throw new GenlockError({
      code: 'PROJECT_NOT_EMPTY',
      message: `${start.root} holds files that Genlock did not make`,
    });
  }
  const given = loadFolders(request.plugins);
  const configuration = await chooseConfiguration({
    ...request,
    ...ports,
    plugins: given.map(({ manifest }) => manifest.name),
    authPlugins: authPluginsOf(given, start),
  });
  const policy = policyFor(request, ports);
  const { root } = start;
  const { plugins } = await assemble({ root, configuration, given, policy, rerun: 'bytes', progress: ports.progress });
  const prepared = await prepareProject({ root, configuration, plugins });
  return { request, start, configuration, plugins, prepared };
}

/** `init` on a project is `sync`, with what the command line says. */
async function initAgain(start: Start, request: InitRequest, ports: InitPorts): Promise<InitResult> {
  const given = loadFolders(request.plugins);
  const { config } = request;
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
      ...(config === undefined ? {} : { name: basename(request.root) }),
      ...(request.database === undefined ? {} : { database: request.database }),
    },
    ...(config === undefined ? {} : { text: findConfiguration({ ...request, config })?.text ?? '' }),
  } as const;
  const planned = await planChange(intent, request, ports);
  const { summary } = planned.prepared;
  const { status, project, plan, warnings, steps } = await carryOut(planned, {
    ...ports,
    preview: (preview) => ports.preview({ ...preview, summary }),
  });
  const isFinished = status === 'unchanged' && start.healed === 'finished';
  return {
    status: isFinished ? 'finished' : status,
    project,
    plan,
    summary,
    warnings,
    steps: isFinished ? firstSteps(request, start.root) : steps,
    replay: replayOf(request, project.database),
  };
}

/** Shows the plan wherever a plugin isn't part of Genlock, and asks where somebody can answer. */
async function agreeOn({ request, plugins, prepared }: Made, ports: InitPorts): Promise<void> {
  const { plan, summary } = prepared;
  const trusted = plugins.map(({ plugin: { source } }) => ({ source, typed: true }));
  const question = { plugins: trusted, interactive: ports.interactive, yes: request.yes };
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
  return {
    status,
    project: { name, root: start.root, database },
    plan: prepared.plan,
    summary: prepared.summary,
    warnings: warningsOf(plugins),
    steps: status === 'created' ? [...steps, ...firstSteps(request, start.root)] : [],
    replay: replayOf(request, database),
  };
}

function warningsOf(plugins: readonly InstalledPlugin[]): readonly string[] {
  return plugins.flatMap(({ warnings }) => warnings);
}

/** How the lock names this command. */
function commandOf({ root }: InitRequest): string {
  return `genlock init ${basename(root)}`;
}
