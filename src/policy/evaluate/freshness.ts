import { keyOf } from '../../core/json-document.ts';
import { durationMs } from '../amounts.ts';
import { anyMatches } from '../globs.ts';
import type { Policy } from '../policy.ts';
import type { Subject } from '../subject.ts';
import type { Named } from '../teams.ts';
import type { Opinion, Verdict } from '../verdict.ts';
import { rulesFor } from './rules.ts';

/** Returns the minimum ages that a policy requires for the releases of a plugin, with their keys. */
export function minAges(
  plugin: Named,
  policy: Policy,
  now: Date,
): readonly { readonly key: string; readonly text: string; readonly ms: number }[] {
  const { minAge, exempt = [] } = policy.freshness ?? {};
  const own =
    minAge === undefined || anyMatches(exempt, plugin.name) ? [] : [{ key: 'freshness.minAge', text: minAge }];
  const byRule = rulesFor(plugin, policy, now).flatMap(([glob, rule]) =>
    rule.minAge === undefined ? [] : [{ key: keyOf(['plugins', 'rules', glob, 'minAge']), text: rule.minAge }],
  );
  return [...own, ...byRule].map(({ key, text }) => ({ key, text, ms: durationMs(text) ?? Infinity }));
}

/** Evaluates a policy's rules about the age of a release. */
export function evaluateFreshness(subject: Subject, policy: Policy, now: Date): readonly Verdict[] {
  const { source, release } = subject;
  if (source !== 'registry') return [];
  const published = release?.publishedAt;
  return minAges(subject, policy, now).map(({ key, text, ms }) => {
    const say = (verdict: Opinion, reason: string, at = key) => ({ file: policy.file, key: at, verdict, reason });
    if (release === undefined) return say('ask', `it must be ${text} old, but its age is unknown`);
    if (published === undefined) {
      const missing = policy.freshness?.missingTime ?? 'deny';
      return say(missing, `it must be ${text} old, but its registry does not report its age`, 'freshness.missingTime');
    }
    const isOld = now.getTime() - published.getTime() >= ms;
    return say(isOld ? 'allow' : 'deny', `it was published on ${published.toISOString()} and must be ${text} old`);
  });
}
