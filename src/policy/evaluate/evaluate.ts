import type { Policy } from '../policy.ts';
import type { Subject } from '../subject.ts';
import { everywhere, type Verdict } from '../verdict.ts';
import { judgeDependencies, judgeLicense, judgeUpdate } from './contents.ts';
import { judgeOrigin } from './origin.ts';
import { judgePackages } from './packages.ts';
import { judgePermissions } from './permissions.ts';
import { judgeDowngrade, judgeFreshness, judgeLoss, judgeTrust } from './release.ts';
import { judgeRevocations } from './revocations.ts';
import { judgeRules } from './rules.ts';

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
export function judge(subject: Subject, criteria: Criteria): readonly Verdict[] {
  if (subject.source === 'bundled' && subject.name === 'base') return [];
  return [...judgeEverywhere(subject), ...criteria.policies.flatMap((policy) => judgeBy(subject, policy, criteria))];
}

function judgeBy(subject: Subject, policy: Policy, criteria: Criteria): readonly Verdict[] {
  const { now } = criteria;
  const { file, permissions, message } = policy;
  const verdicts = [
    ...judgeOrigin(subject, policy),
    ...judgeRules(subject, policy, criteria),
    ...judgeFreshness(subject, policy, now),
    ...judgeTrust(subject, policy),
    ...judgeDowngrade(subject, policy, now),
    ...judgeRevocations(subject, policy),
    ...judgeUpdate(subject, policy),
    ...judgeDependencies(subject, policy),
    ...judgePackages(subject, policy, now),
    ...judgeLicense(subject, policy),
    ...(permissions === undefined ? [] : judgePermissions(subject, permissions, { file })),
  ];
  return message === undefined ? verdicts : verdicts.map((verdict) => ({ message, ...verdict }));
}

function judgeEverywhere(subject: Subject): readonly Verdict[] {
  const { source } = subject;
  const reason = `plugins cannot be installed from ${source === 'git' ? 'Git repositories' : 'URLs'}`;
  const closed = source === 'git' || source === 'url';
  return [
    ...(closed ? [{ file: everywhere, key: `sources.${source}`, verdict: 'deny', reason } as const] : []),
    ...judgeLoss(subject),
  ];
}
