import { appendLines } from '../../apply/append-lines.ts';
import { contentsOf } from '../../consent/contents.ts';
import { footprintOf } from '../../consent/footprint.ts';
import { printFootprint } from '../../consent/footprint-increase.ts';
import { throwProblems } from '../../errors/error.ts';
import { releaseOf, type LockedPlugin } from '../../lockfile/lockfile.ts';
import { readStatements } from '../../plugin/data-statements.ts';
import type { Contribution, Plugin, PluginSource } from '../../plugin/plugin.ts';
import { secretSettings } from '../../plugin/secrets.ts';
import { bundledReportState } from '../../plugin/bundled-report.ts';
import { reportState, type ReportState } from '../../plugin/test-report.ts';
import type { EffectivePolicy } from '../../policy/effective-policy.ts';
import { evaluate } from '../../policy/evaluate/evaluate.ts';
import {
  evaluateOutgoing,
  evaluatePublication,
  type Outgoing,
  type Publication,
} from '../../policy/evaluate/publish.ts';
import { missingPlugins } from '../../policy/evaluate/rules.ts';
import { capabilitiesOf } from '../../policy/permissions.ts';
import { denialProblems } from '../../policy/denial.ts';
import type { SourceKind, Subject } from '../../policy/subject.ts';
import { strictest, type Opinion, type Verdict } from '../../policy/verdict.ts';
import { addedPackages, type PackageReleases } from '../packages/added-packages.ts';
import type { GrantedException } from '../plugin-change.ts';

/** A plugin and the verdicts of all policies. */
export interface Evaluation {
  readonly subject: Subject;
  /** Combined verdict. */
  readonly verdict: Opinion;
  readonly verdicts: readonly Verdict[];
}

/** Further facts about a plugin. */
export interface Known {
  /** Lockfile entry of the installed plugin. */
  readonly locked?: LockedPlugin | undefined;
  /** Result of the plugin run. */
  readonly contribution?: Contribution;
  /** Registry data of packages. */
  readonly releases?: PackageReleases;
}

/** Converts a plugin to a policy subject, with the installed version and, after a run, its contribution. */
export function subjectOf(
  plugin: Pick<Plugin, 'manifest' | 'source' | 'integrity' | 'release'> & Partial<Pick<Plugin, 'files'>>,
  { locked, contribution, releases }: Known = {},
): Subject {
  const { manifest, source, integrity, release, files } = plugin;
  return {
    name: manifest.name,
    version: manifest.version,
    source: kindOf(source),
    ...(source.kind === 'registry' ? { registry: source.url } : {}),
    integrity,
    manifest,
    release,
    ...(files !== undefined && { report: reportOf({ manifest, source, files }).state }),
    packages: addedPackages(plugin, { locked, ...(releases !== undefined && { releases }) }),
    ...(locked === undefined ? {} : { before: { ...locked, trust: releaseOf(locked)?.trust } }),
    ...(contribution === undefined ? {} : { capabilities: contributed(contribution) }),
  };
}

function reportOf(plugin: Pick<Plugin, 'manifest' | 'source' | 'files'>): ReportState {
  return plugin.source.kind === 'bundled' ? bundledReportState(plugin) : reportState(plugin.files);
}

/** Returns the policy name of a source kind. */
function kindOf({ kind }: Pick<PluginSource, 'kind'>): SourceKind {
  if (kind === 'folder') return 'directory';
  return kind === 'archive' ? 'file' : kind;
}

/** Returns the capabilities that a contribution adds to the project. */
function contributed(contribution: Contribution): readonly string[] {
  const footprint = printFootprint(footprintOf(contribution));
  const secrets = secretSettings(contribution).map(({ variable }) => variable);
  const scripts = (contribution.migrations ?? []).map(({ script }) => readStatements(script));
  const tables = [...new Set(scripts.flatMap((read) => read.tables))].toSorted();
  return capabilitiesOf({ ...footprint, tables, secrets, paths: [...contentsOf(contribution).keys()] });
}

/**
 * Throws if a policy denies publishing a plugin. Writes the verdicts to the policy logs.
 *
 * @throws GenlockError POLICY_DENIED, POLICY_LOG
 */
export function requirePublicationAllowed(publication: Publication, policy: EffectivePolicy): void {
  requireOutgoing({ ...publication, source: 'publication' }, evaluatePublication(publication, policy), policy);
}

/** Checks whether policies allow publishing, based on the facts known so far. Writes no log. */
export function isPublishable(publication: Publication, policy: EffectivePolicy): boolean {
  return strictest(evaluatePublication(publication, policy)) !== 'deny';
}

/**
 * Throws if a policy denies deprecating a release. Writes the verdicts to the policy logs. @throws GenlockError
 * POLICY_DENIED, POLICY_LOG
 */
export function requireDeprecationAllowed(outgoing: Outgoing, policy: EffectivePolicy): void {
  requireOutgoing({ ...outgoing, source: 'deprecation' }, evaluateOutgoing(outgoing, policy), policy);
}

function requireOutgoing(
  { name, registry, source }: Outgoing & { readonly source: string },
  verdicts: readonly Verdict[],
  { logs, now }: EffectivePolicy,
): void {
  const verdict = strictest(verdicts);
  const line = { time: now.toISOString(), plugin: name, source, registry, verdict, verdicts };
  for (const file of logs) appendLines(file, [JSON.stringify(line)]);
  throwProblems(denialProblems(name, verdicts));
}

/** Evaluates all policies for each plugin. */
export function evaluateSubjects(subjects: readonly Subject[], policy: EffectivePolicy): readonly Evaluation[] {
  return subjects.map((subject) => {
    const verdicts = evaluate(subject, policy);
    return { subject, verdict: strictest(verdicts), verdicts };
  });
}

/**
 * Throws if a policy denies a plugin. Must be called before plugin code runs.
 *
 * @throws GenlockError POLICY_DENIED for each key that denies it; POLICY_LOG if a policy log cannot be written
 */
export function enforcePolicy(subjects: readonly Subject[], policy: EffectivePolicy): void {
  const denied = evaluateSubjects(subjects, policy).filter(({ verdict }) => verdict === 'deny');
  if (denied.length === 0) return;
  writeVerdicts(denied, policy);
  throwProblems(denied.flatMap(({ subject, verdicts }) => denialProblems(subject.name, verdicts)));
}

/** Result of the final evaluation. */
export interface FinalVerdicts {
  /** Names of the plugins that need consent. */
  readonly asked: ReadonlySet<string>;
  /** Plugin name → exceptions without which the plugin would be denied or need consent. */
  readonly exceptions: ReadonlyMap<string, readonly GrantedException[]>;
}

/**
 * Evaluates all policies for all plugins of a project after their runs. Writes the verdicts to the policy logs.
 *
 * @param subjects all plugins of the project
 * @throws GenlockError POLICY_DENIED, POLICY_LOG; POLICY_REQUIRED for missing required plugins
 */
export function enforceFinalPolicy(
  subjects: readonly Subject[],
  policy: EffectivePolicy,
  { isNew }: { readonly isNew: boolean },
): FinalVerdicts {
  const evaluations = evaluateSubjects(subjects, policy);
  writeVerdicts(evaluations, policy);
  throwProblems(evaluations.flatMap(({ subject, verdicts }) => denialProblems(subject.name, verdicts)));
  if (!isNew)
    requireRequiredPlugins(
      subjects.map(({ name }) => name),
      policy,
    );
  return {
    asked: new Set(evaluations.filter(({ verdict }) => verdict === 'ask').map(({ subject }) => subject.name)),
    exceptions: new Map(evaluations.map(({ subject, verdicts }) => [subject.name, exceptionsIn(verdicts)])),
  };
}

function exceptionsIn(verdicts: readonly Verdict[]): readonly GrantedException[] {
  const granted = verdicts.flatMap(({ key, exception }) =>
    exception === undefined ? [] : [{ rule: key, ...exception }],
  );
  // A rule can have several verdicts, for example one for each capability.
  return [...new Map(granted.map((one) => [JSON.stringify(one), one])).values()];
}

function requireRequiredPlugins(names: readonly string[], { policies, now }: EffectivePolicy): void {
  throwProblems(
    missingPlugins(names, policies, now).flatMap((missing) =>
      denialProblems(missing.name, [missing]).map((problem) => ({ ...problem, code: 'POLICY_REQUIRED' as const })),
    ),
  );
}

/** Writes verdicts to the policy logs, one JSON line per plugin. @throws GenlockError POLICY_LOG */
export function writeVerdicts(evaluations: readonly Evaluation[], { logs, now }: EffectivePolicy): void {
  if (logs.length === 0 || evaluations.length === 0) return;
  const lines = evaluations.map(({ subject: { name, version, source, registry, integrity }, verdict, verdicts }) =>
    JSON.stringify({ time: now.toISOString(), plugin: name, version, source, registry, integrity, verdict, verdicts }),
  );
  for (const file of logs) appendLines(file, lines);
}
