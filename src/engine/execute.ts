import { applyPlan } from '../apply/apply.ts';
import type { ConsentPlugin } from '../consent/consent.ts';
import { isProofLost } from '../consent/origin.ts';
import { basePlugin } from '../plugin/bundled.ts';
import { configPath } from '../project/records.ts';
import type { ChangePorts, ChangePreview, ChangeProposal, ChangeRequest, ChangeResult, Intent } from './change.ts';
import { withDatabaseSteps } from './database-steps.ts';
import { writeAndInstall, type Written } from './install.ts';
import { changeSteps, mergeSteps } from './next-steps.ts';
import { obtainConsent, requireConsent, type ConsentRequest } from './obtain-consent.ts';
import type { FileDiff } from './patch.ts';
import { proposeChange } from './propose.ts';

/** Outcome of a proposed change. */
export interface Execution extends Written {
  readonly status: ChangeResult['status'];
  /** The full diff of the plan, if a dry run requested it. */
  readonly diff?: readonly FileDiff[];
}

/**
 * Plans a change, prompts for consent and applies the change completely or not at all.
 *
 * @throws GenlockError for every problem; the project is unchanged then
 */
export async function changeProject(intent: Intent, request: ChangeRequest, ports: ChangePorts): Promise<ChangeResult> {
  return executeChange(await proposeChange(intent, request, ports), ports);
}

/** Prompts for consent to a proposal, applies it and returns the command's result. @throws as `changeProject` */
export async function executeChange(proposal: ChangeProposal, ports: ChangePorts): Promise<ChangeResult> {
  return changeResult(proposal, await confirmAndApply(proposal, ports));
}

/** Prompts for consent to a proposal and applies it. @throws GenlockError as `changeProject` */
export async function confirmAndApply(proposal: ChangeProposal, ports: ChangePorts): Promise<Execution> {
  const { intent, request, prepared, environment } = proposal;
  const { plan, contents } = prepared;
  const { file } = environment;
  if (plan.changes.length === 0 && file === undefined) return { status: 'unchanged', installed: false };
  if (request.dryRun) return { status: 'planned', installed: false, ...(await requestedDiff(proposal)) };
  const consent = await obtainConsent(consentRequest(proposal, ports), ports);
  const { root } = intent.workspace;
  requireConsent(consent, plan);
  const secrets = file === undefined ? [] : [file];
  const written = await writeAndInstall(
    {
      root,
      write: () => applyPlan({ root, plan, contents, secrets, command: intent.command }),
      plan,
      wanted: request.install,
    },
    ports,
  );
  return { status: 'changed', ...written };
}

/** Returns the full diff of a proposal, if its request asks for it. */
export async function requestedDiff(proposal: ChangeProposal): Promise<Pick<Execution, 'diff'>> {
  return proposal.request.diff === true ? { diff: await diffOf(proposal) } : {};
}

async function diffOf(proposal: ChangeProposal): Promise<readonly FileDiff[]> {
  const { proposalDiff } = await import('./code-diff.ts');
  return proposalDiff(proposal);
}

function consentRequest(proposal: ChangeProposal, ports: ChangePorts): ConsentRequest {
  const { pluginSet, plugins, policy, prepared, request } = proposal;
  const changes = new Map(plugins.map((change) => [change.name, change]));
  return {
    plan: prepared.plan,
    asking: consentPlugins(proposal, (name) => {
      const change = changes.get(name);
      return change !== undefined && (change.asks || pluginSet.asked.has(name));
    }),
    changed: consentPlugins(proposal, (name) => changes.has(name)),
    policy,
    yes: request.yes,
    preview: () => ports.preview(previewOf(proposal)),
    diff: () => diffOf(proposal),
  };
}

/** Returns the selected plugins; for a new project, all plugins. */
function consentPlugins(
  { pluginSet, intent, plugins }: ChangeProposal,
  isSelected: (name: string) => boolean,
): readonly ConsentPlugin[] {
  const { creation } = intent;
  const typed = new Set(intent.typed);
  const lost = new Set(plugins.filter(({ origin = [] }) => isProofLost(origin)).map(({ name }) => name));
  const doubted = new Set(plugins.filter(({ doubts }) => doubts !== undefined).map(({ name }) => name));
  return pluginSet.plugins.flatMap(({ plugin: { source, manifest } }) => {
    const { name } = manifest;
    if (creation === undefined && !isSelected(name)) return [];
    return {
      source,
      typed: typed.has(name),
      ...(creation !== undefined && { skeleton: name === basePlugin && !creation.reviewed }),
      ...(lost.has(name) && { proofLost: true }),
      // A policy or a doubtful name can require consent regardless of the source.
      ...((pluginSet.asked.has(name) || doubted.has(name)) && { asked: true }),
    };
  });
}

function previewOf({ intent, configuration, prepared, plugins, models, pluginSet }: ChangeProposal): ChangePreview {
  const { plan, merged, moved, renamed } = prepared;
  const { warnings: own } = configuration;
  const warnings = [
    ...own,
    ...(intent.warnings ?? []),
    ...pluginSet.plugins.flatMap((each) => each.warnings),
    ...prepared.warnings,
  ];
  return { plan, plugins, models, merged, moved, ...(renamed.length > 0 && { renamed }), warnings };
}

/** Builds the command's result from a proposal and its outcome. */
export function changeResult(
  proposal: ChangeProposal,
  { status, installed, interrupted, diff }: Execution,
): ChangeResult {
  const { intent, request, configuration, prepared, environment, left, env } = proposal;
  const { name, database } = configuration.config;
  const { root, healed, repairs } = intent.workspace;
  // The steps of a plan are those after its application, so a requested installation is not one of them.
  const install = status === 'changed' ? installed : request.install;
  const repaired: ChangeResult['repaired'] = [
    ...(configuration.sides === undefined ? [] : [{ file: configPath, how: 'united' } as const]),
    ...repairs,
    ...prepared.repairs,
  ];
  return {
    ...previewOf(proposal),
    status,
    ...(interrupted === undefined ? {} : { interrupted }),
    healed,
    repaired,
    project: { name, root, database },
    left,
    ...(diff === undefined ? {} : { diff }),
    ...(intent.newer === undefined || intent.newer.length === 0 ? {} : { newer: intent.newer }),
    ...(configuration.config.open !== undefined && { open: configuration.config.open }),
    steps: [
      ...mergeSteps(repaired),
      ...environment.steps,
      ...withDatabaseSteps(
        changeSteps(prepared.plan, { root, database, name: intent.topic, install, left, env, interrupted }),
        { root, database, env },
      ),
    ],
  };
}
