import { appendLines } from '../../apply/append-lines.ts';
import { throwProblems } from '../../errors/error.ts';
import { denialProblems } from '../../policy/denial.ts';
import type { EffectivePolicy } from '../../policy/effective-policy.ts';
import { evaluate } from '../../policy/evaluate/evaluate.ts';
import { missingPlugins } from '../../policy/evaluate/rules.ts';
import type { Subject } from '../../policy/subject.ts';
import { strictest, type Opinion, type Verdict } from '../../policy/verdict.ts';
import type { GrantedException } from '../plugin-change.ts';

/** A plugin and the verdicts of all policies. */
export interface Evaluation {
  readonly subject: Subject;
  /** Combined verdict. */
  readonly verdict: Opinion;
  readonly verdicts: readonly Verdict[];
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
