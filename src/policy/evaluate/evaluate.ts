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

/** What plugins are judged by. */
export interface Criteria {
  readonly policies: readonly Policy[];
  readonly now: Date;
  /** The machine's, with its architecture: `linux-x64`. Where it isn't known, it is none that a rule names. */
  readonly platform?: string | undefined;
}

/**
 * Everything all policies say of a plugin, as far as it is known. Each policy is asked alone, so that none answers for
 * another one: a denial by any of them stands. The base of every project is part of the tool and isn't judged.
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
  const reason = `nothing is taken from ${source === 'git' ? 'repositories' : 'addresses'}`;
  const closed = source === 'git' || source === 'url';
  return [
    ...(closed ? [{ file: everywhere, key: `sources.${source}`, verdict: 'deny', reason } as const] : []),
    ...judgeLoss(subject),
  ];
}
