import { appendLines } from '../../apply/append-lines.ts';
import { throwProblems } from '../../errors/error.ts';
import { denialProblems } from '../../policy/denial.ts';
import type { EffectivePolicy } from '../../policy/effective-policy.ts';
import {
  evaluateOutgoing,
  evaluatePublication,
  type Outgoing,
  type Publication,
} from '../../policy/evaluate/publish.ts';
import { strictest, type Verdict } from '../../policy/verdict.ts';

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
