import { appendLines } from '../../apply/append-lines.ts';
import { contentsOf, footprintOf } from '../../consent/footprint.ts';
import { printFootprint } from '../../consent/footprint-increase.ts';
import { throwProblems } from '../../errors/error.ts';
import { releaseOf, type LockedPlugin } from '../../lockfile/lockfile.ts';
import type { Contribution, Plugin, PluginSource } from '../../plugin/plugin.ts';
import { secretSettings } from '../../plugin/secrets.ts';
import type { EffectivePolicy } from '../../policy/decide.ts';
import { judge } from '../../policy/evaluate/evaluate.ts';
import { judgeOutgoing, judgePublication, type Outgoing, type Publication } from '../../policy/evaluate/publish.ts';
import { missingPlugins } from '../../policy/evaluate/rules.ts';
import { capabilitiesOf } from '../../policy/permissions.ts';
import { denialProblems } from '../../policy/denial.ts';
import type { SourceKind, Subject } from '../../policy/subject.ts';
import { strictest, type Opinion, type Verdict } from '../../policy/verdict.ts';
import { addedPackages, type PackageReleases } from '../packages/added-packages.ts';

/** A plugin, and all that policies say of it. */
export interface Evaluation {
  readonly subject: Subject;
  /** All together. */
  readonly verdict: Opinion;
  readonly verdicts: readonly Verdict[];
}

/** What is known of a plugin beside itself. */
export interface Known {
  /** What is installed of it. */
  readonly locked?: LockedPlugin | undefined;
  /** What it returned. */
  readonly contribution?: Contribution;
  /** What registries say of packages. */
  readonly releases?: PackageReleases;
}

/** A plugin as policies see it: what it is, what is installed of it, and what it returned if it ran. */
export function subjectOf(
  plugin: Pick<Plugin, 'manifest' | 'source' | 'integrity' | 'release'>,
  { locked, contribution, releases }: Known = {},
): Subject {
  const { manifest, source, integrity, release } = plugin;
  return {
    name: manifest.name,
    version: manifest.version,
    source: kindOf(source),
    ...(source.kind === 'registry' ? { registry: source.url } : {}),
    integrity,
    manifest,
    release,
    packages: addedPackages(plugin, { locked, ...(releases !== undefined && { releases }) }),
    ...(locked === undefined ? {} : { before: { ...locked, trust: releaseOf(locked)?.trust } }),
    ...(contribution === undefined ? {} : { capabilities: contributed(contribution) }),
  };
}

/** A kind of source, as policies call it. */
function kindOf({ kind }: Pick<PluginSource, 'kind'>): SourceKind {
  if (kind === 'folder') return 'directory';
  return kind === 'archive' ? 'file' : kind;
}

/** What a plugin's operations put into the project, by the names of permissions. */
function contributed(contribution: Contribution): readonly string[] {
  const footprint = printFootprint(footprintOf(contribution));
  const secrets = secretSettings(contribution).map(({ variable }) => variable);
  return capabilitiesOf({ ...footprint, secrets, paths: [...contentsOf(contribution).keys()] });
}

/**
 * Stops where a policy speaks against publishing a plugin; what is said is written down if a policy wants it.
 *
 * @throws GenlockError POLICY_DENIED, POLICY_LOG
 */
export function requirePublicationAllowed(publication: Publication, decision: EffectivePolicy): void {
  requireOutgoing({ ...publication, source: 'publication' }, judgePublication(publication, decision), decision);
}

/** Whether no policy speaks against it, as far as it is known; nothing is written down. */
export function isPublishable(publication: Publication, decision: EffectivePolicy): boolean {
  return strictest(judgePublication(publication, decision)) !== 'deny';
}

/** The same of a word about what is published. @throws GenlockError POLICY_DENIED, POLICY_LOG */
export function requireDeprecationAllowed(outgoing: Outgoing, decision: EffectivePolicy): void {
  requireOutgoing({ ...outgoing, source: 'deprecation' }, judgeOutgoing(outgoing, decision), decision);
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

/** What policies say of each plugin. */
export function evaluateSubjects(subjects: readonly Subject[], decision: EffectivePolicy): readonly Evaluation[] {
  return subjects.map((subject) => {
    const verdicts = judge(subject, decision);
    return { subject, verdict: strictest(verdicts), verdicts };
  });
}

/**
 * Stops where a policy speaks against a plugin, before anything of it runs.
 *
 * @throws GenlockError POLICY_DENIED for each key that does; POLICY_LOG if a policy wants that written down and it can't be
 */
export function enforcePolicy(subjects: readonly Subject[], decision: EffectivePolicy): void {
  const denied = evaluateSubjects(subjects, decision).filter(({ verdict }) => verdict === 'deny');
  if (denied.length === 0) return;
  writeVerdicts(denied, decision);
  throwProblems(denied.flatMap(({ subject, verdicts }) => denialProblems(subject.name, verdicts)));
}

/**
 * The same once everything is known of every plugin of a project; whatever is said is written down if a policy wants it.
 *
 * @param subjects all plugins of the project
 * @returns names of those that somebody has to agree to
 * @throws GenlockError POLICY_DENIED, POLICY_LOG; POLICY_REQUIRED for what has to be there and isn't
 */
export function enforceFinalPolicy(
  subjects: readonly Subject[],
  decision: EffectivePolicy,
  { isNew }: { readonly isNew: boolean },
): ReadonlySet<string> {
  const judged = evaluateSubjects(subjects, decision);
  writeVerdicts(judged, decision);
  throwProblems(judged.flatMap(({ subject, verdicts }) => denialProblems(subject.name, verdicts)));
  if (!isNew)
    requireRequired(
      subjects.map(({ name }) => name),
      decision,
    );
  return new Set(judged.filter(({ verdict }) => verdict === 'ask').map(({ subject }) => subject.name));
}

function requireRequired(names: readonly string[], { policies, now }: EffectivePolicy): void {
  throwProblems(
    missingPlugins(names, policies, now).flatMap((missing) =>
      denialProblems(missing.name, [missing]).map((problem) => ({ ...problem, code: 'POLICY_REQUIRED' as const })),
    ),
  );
}

/** Writes down what was said, where a policy wants it: one line of JSON a plugin. @throws GenlockError POLICY_LOG */
export function writeVerdicts(judged: readonly Evaluation[], { logs, now }: EffectivePolicy): void {
  if (logs.length === 0 || judged.length === 0) return;
  const lines = judged.map(({ subject: { name, version, source, registry, integrity }, verdict, verdicts }) =>
    JSON.stringify({ time: now.toISOString(), plugin: name, version, source, registry, integrity, verdict, verdicts }),
  );
  for (const file of logs) appendLines(file, lines);
}
