import { durationMs } from '../amounts.ts';
import { anyMatches, identityMatches } from '../globs.ts';
import type { Policy } from '../policy.ts';
import type { Installed, Subject, Trust } from '../subject.ts';
import { everywhere, type Verdict } from '../verdict.ts';

/** Evaluates a policy's rules about signatures and provenance of a release. */
export function evaluateTrust(
  { name, source, release }: Subject,
  { file, trust: wanted = {} }: Policy,
): readonly Verdict[] {
  if (source !== 'registry') return [];
  const known = release === undefined ? undefined : (release.trust ?? nothing);
  const say = (key: string, reason: string, isMet: (trust: Trust) => boolean): Verdict => {
    const verdict = known === undefined ? 'ask' : isMet(known) ? 'allow' : 'deny';
    return {
      file,
      key: `trust.${key}`,
      verdict,
      reason: known === undefined ? `${reason}; this is not known yet` : reason,
    };
  };
  const identities = (wanted.identities ?? []).filter(({ plugins }) => anyMatches(plugins, name));
  const signed = say('signatures', 'its registry must have signed it', ({ signatures }) => signatures === 'verified');
  const proved = say('provenance', 'it must have provenance', ({ provenance }) => provenance !== 'absent');
  const built = say('identities', 'it must have been built by an identity that the policy lists', ({ provenance }) =>
    identities.some(
      ({ issuer, subject }) =>
        provenance !== 'absent' && provenance.issuer === issuer && identityMatches(subject, provenance.subject),
    ),
  );
  return [
    ...(wanted.signatures === 'required' ? [signed] : []),
    ...(wanted.provenance === 'required' ? [proved] : []),
    ...(identities.length > 0 ? [built] : []),
  ];
}

const nothing: Trust = { signatures: 'absent', provenance: 'absent' };

/** Asks for consent to a release that has fewer proofs than the installed one. Applies without any policy. */
export function evaluateLoss(subject: Subject): readonly Verdict[] {
  return lossesOf(subject).map((reason) => ({ file: everywhere, key: downgradeKey, verdict: 'ask', reason }));
}

/**
 * Denies a release that has fewer proofs than the installed one, if the policy sets `noDowngrade`. Releases older than
 * `noDowngradeIgnoreAfter` are exempt.
 */
export function evaluateDowngrade(subject: Subject, { file, trust = {} }: Policy, now: Date): readonly Verdict[] {
  const { noDowngrade, noDowngradeIgnoreAfter: old, noDowngradeExclude: excluded = [] } = trust;
  if (noDowngrade !== true || anyMatches(excluded, subject.name)) return [];
  const published = subject.release?.publishedAt?.getTime() ?? Infinity;
  if (old !== undefined && now.getTime() - published > (durationMs(old) ?? Infinity)) return [];
  return lossesOf(subject).map((reason) => ({ file, key: downgradeKey, verdict: 'deny', reason }));
}

const downgradeKey = 'trust.noDowngrade';

function lossesOf({ source, release, before }: Subject): readonly string[] {
  if (source !== 'registry' || release === undefined || before?.trust === undefined) return [];
  return lostProofs(before.trust, release.trust ?? nothing).map(
    (proof) => `the installed ${before.version} has ${proof}, but this release does not`,
  );
}

function lostProofs(had: NonNullable<Installed['trust']>, has: Trust): readonly string[] {
  return [
    ...(had.signatures === 'verified' && has.signatures === 'absent' ? ['a signature of its registry'] : []),
    ...(had.provenance !== 'absent' && has.provenance === 'absent' ? ['provenance'] : []),
  ];
}
