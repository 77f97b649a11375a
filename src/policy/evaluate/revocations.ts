import { satisfies } from 'semver';
import { globMatches } from '../globs.ts';
import type { Policy } from '../policy.ts';
import type { Revocation } from '../revocations.ts';
import type { Subject } from '../subject.ts';
import type { Opinion, Verdict } from '../verdict.ts';

const key = 'trust.revocations';

/** Evaluates a policy's revocation list for a plugin from any source. Denies every plugin if the list was not read. */
export function evaluateRevocations(subject: Subject, { file, trust, revoked }: Policy): readonly Verdict[] {
  if (trust?.revocations === undefined) return [];
  if (revoked === undefined) return [{ file, key, verdict: 'deny', reason: 'the revocation list was not read' }];
  const opinions = Map.groupBy(revoked, (entry) => opinionOn(subject, entry));
  const denied = (opinions.get('deny') ?? []).map(({ reason, contact }) => {
    return { file, key, verdict: 'deny', reason: `it is revoked: ${reason}`, message: `Ask ${contact}` } as const;
  });
  if (denied.length > 0) return denied;
  const isOpen = opinions.has('ask');
  const reason = isOpen ? 'a revocation can apply to it, because its version or hash is unknown' : 'it is not revoked';
  return [{ file, key, verdict: isOpen ? 'ask' : 'allow', reason }];
}

/** Returns `allow` if the entry does not match, and `ask` if the facts are not sufficient. */
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
