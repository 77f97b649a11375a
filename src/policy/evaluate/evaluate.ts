import type { Policy } from '../policy.ts';
import type { Subject } from '../subject.ts';
import { everywhere, type Verdict } from '../verdict.ts';
import { evaluateDependencies } from './dependencies.ts';
import { withExceptions } from './exceptions.ts';
import { evaluateFreshness } from './freshness.ts';
import { evaluateLicense } from './licenses.ts';
import { evaluateOrigin } from './origin.ts';
import { evaluatePackages } from './packages.ts';
import { evaluatePermissions } from './permissions.ts';
import { evaluateRevocations } from './revocations.ts';
import { evaluateRules } from './rules.ts';
import { evaluateTests } from './tests.ts';
import { evaluateDowngrade, evaluateLoss, evaluateTrust } from './trust.ts';
import { evaluateUpdate } from './updates.ts';

/** Policies and facts that plugins are evaluated with. */
export interface Criteria {
  readonly policies: readonly Policy[];
  readonly now: Date;
  /**
   * Platform of this machine with its architecture, such as `linux-x64`. If unknown, it matches no platform in a rule.
   */
  readonly platform?: string | undefined;
}

/**
 * Returns the verdicts of all policies for a plugin, based on the facts known so far. Each policy is evaluated
 * separately, so a denial by any policy is final. The bundled base plugin is part of Genlock and is not evaluated.
 */
export function evaluate(subject: Subject, criteria: Criteria): readonly Verdict[] {
  if (subject.source === 'bundled' && subject.name === 'base') return [];
  return [
    ...evaluateAlways(subject),
    ...criteria.policies.flatMap((policy) => evaluateAgainst(subject, policy, criteria)),
  ];
}

function evaluateAgainst(subject: Subject, policy: Policy, criteria: Criteria): readonly Verdict[] {
  const { now } = criteria;
  const { file, permissions, message } = policy;
  const said = [
    ...evaluateOrigin(subject, policy),
    ...evaluateRules(subject, policy, criteria),
    ...evaluateFreshness(subject, policy, now),
    ...evaluateTrust(subject, policy),
    ...evaluateDowngrade(subject, policy, now),
    ...evaluateRevocations(subject, policy),
    ...evaluateUpdate(subject, policy),
    ...evaluateDependencies(subject, policy),
    ...evaluatePackages(subject, policy, now),
    ...evaluateLicense(subject, policy),
    ...evaluateTests(subject, policy),
    ...(permissions === undefined ? [] : evaluatePermissions(subject, permissions, { file })),
  ];
  const verdicts = withExceptions(said, subject, { policy, now });
  return message === undefined ? verdicts : verdicts.map((verdict) => ({ message, ...verdict }));
}

function evaluateAlways(subject: Subject): readonly Verdict[] {
  const { source } = subject;
  const reason = `plugins cannot be installed from ${source === 'git' ? 'Git repositories' : 'URLs'}`;
  const closed = source === 'git' || source === 'url';
  return [
    ...(closed ? [{ file: everywhere, key: `sources.${source}`, verdict: 'deny', reason } as const] : []),
    ...evaluateLoss(subject),
  ];
}
