import { satisfies } from 'semver';
import { globMatches } from '../globs.ts';
import type { Policy } from '../policy.ts';
import type { Revocation } from '../revocations.ts';
import type { Subject } from '../subject.ts';
import type { Opinion, Verdict } from '../verdict.ts';

const key = 'trust.revocations';

/** What a policy's list of revoked releases says of one, wherever it comes from. A list nobody read says no. */
export function judgeRevocations(subject: Subject, { file, trust, revoked }: Policy): readonly Verdict[] {
  if (trust?.revocations === undefined) return [];
  if (revoked === undefined) return [{ file, key, verdict: 'deny', reason: 'what is revoked isn’t known' }];
  const against = revoked.flatMap((entry) => {
    const verdict = opinionOn(subject, entry);
    if (verdict === 'allow') return [];
    const reason = verdict === 'deny' ? 'it is revoked' : 'some of it is revoked, and which it is isn’t known';
    return [{ file, key, verdict, reason: `${reason}: ${entry.reason}`, message: `Ask ${entry.contact}` }];
  });
  return against.length > 0 ? against : [{ file, key, verdict: 'allow', reason: 'it is not revoked' }];
}

/** `allow`: the entry means another one. */
function opinionOn(subject: Subject, { name, versions, integrity }: Revocation): Opinion {
  if (name !== undefined && !globMatches(name, subject.name)) return 'allow';
  const answers = [
    isMeant(versions, subject.version, (version, range) => satisfies(version, range, { includePrerelease: true })),
    isMeant(integrity, subject.integrity, (bytes, pins) => pins.includes(bytes)),
  ];
  if (answers.includes('no')) return 'allow';
  return answers.includes('unknown') ? 'ask' : 'deny';
}

function isMeant<Wanted>(
  wanted: Wanted | undefined,
  value: string | undefined,
  fits: (value: string, wanted: Wanted) => boolean,
): 'yes' | 'no' | 'unknown' {
  if (wanted === undefined) return 'yes';
  if (value === undefined) return 'unknown';
  return fits(value, wanted) ? 'yes' : 'no';
}
