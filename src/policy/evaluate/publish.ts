import { isWithin } from '../../../registry-client/origins.ts';
import type { Policy } from '../policy.ts';
import type { Verdict } from '../verdict.ts';
import type { Criteria } from './evaluate.ts';
import { judgeRegistry, withFinalSlash } from './origin.ts';

/** Something that is to go out about a plugin: itself, or a word about what went out before. */
export interface Outgoing {
  readonly name: string;
  /** Address of the registry. */
  readonly registry: string;
}

/** A plugin that is to go out. */
export interface Publication extends Outgoing {
  /** Whether it is signed how it was made. */
  readonly provenance: boolean;
  /** Whether it waits there until somebody approves it. */
  readonly staged: boolean;
  /** Whether its own tests are run before. */
  readonly tested: boolean;
  /** Whether the version is at the registry already, or was; nothing before it was asked. */
  readonly isThere?: boolean;
}

/** Everything all policies say of a plugin that is to be published; each is asked alone. */
export function judgePublication(publication: Publication, criteria: Pick<Criteria, 'policies'>): readonly Verdict[] {
  const manner = criteria.policies.flatMap((policy) => judgeManner(publication, policy));
  return [...judgeOutgoing(publication, criteria), ...manner];
}

/** Everything all policies say of where something goes. */
export function judgeOutgoing(outgoing: Outgoing, { policies }: Pick<Criteria, 'policies'>): readonly Verdict[] {
  return policies.flatMap((policy) => [...judgeRegistry(outgoing, policy), ...judgePlace(outgoing, policy)]);
}

function sayOf({ file, message }: Policy) {
  return (key: string, isMet: boolean, reason: string): Verdict => ({
    file,
    key,
    verdict: isMet ? 'allow' : 'deny',
    reason,
    ...(message === undefined ? {} : { message }),
  });
}

function judgePlace({ name, registry }: Outgoing, policy: Policy): readonly Verdict[] {
  const say = sayOf(policy);
  const { registries, scopes } = policy.publish ?? {};
  const isPlace = registries?.some((place) => isWithin(new URL(registry), withFinalSlash(place))) === true;
  const isScope = scopes?.some((scope) => name.startsWith(`${scope}/`)) === true;
  return [
    ...(registries === undefined ? [] : [say('publish.registries', isPlace, `it goes to ${registry}`)]),
    ...(scopes === undefined ? [] : [say('publish.scopes', isScope, `${scopes.join(', ')} may be published in`)]),
  ];
}

function judgeManner({ provenance, staged, tested, isThere }: Publication, policy: Policy): readonly Verdict[] {
  const say = sayOf(policy);
  const { publish = {}, tests } = policy;
  return [
    ...(publish.provenance === 'required'
      ? [say('publish.provenance', provenance, 'it must be signed how it was made')]
      : []),
    ...(publish.immutable === true && isThere !== undefined
      ? [say('publish.immutable', !isThere, 'what was published is never replaced')]
      : []),
    ...(publish.staged === 'required'
      ? [say('publish.staged', staged, 'somebody must approve it at the registry')]
      : []),
    ...(tests?.require === true ? [say('tests.require', tested, 'tests of its own must pass')] : []),
  ];
}
