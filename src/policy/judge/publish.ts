import { isWithin } from '../../../registry-client/origins.ts';
import type { Policy } from '../policy.ts';
import type { Verdict } from '../verdict.ts';
import type { Bench } from './judge.ts';
import { folder, judgeRegistry } from './origin.ts';

/** A plugin that is to go out. */
export interface Publication {
  readonly name: string;
  /** Address of the registry. */
  readonly registry: string;
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
export function judgePublication(publication: Publication, { policies }: Pick<Bench, 'policies'>): readonly Verdict[] {
  return policies.flatMap((policy) => [...judgeRegistry(publication, policy), ...judgePublishing(publication, policy)]);
}

function judgePublishing(
  { name, registry, provenance, staged, tested, isThere }: Publication,
  { file, publish = {}, tests, message }: Policy,
): readonly Verdict[] {
  const say = (key: string, isMet: boolean, reason: string): Verdict => ({
    file,
    key,
    verdict: isMet ? 'allow' : 'deny',
    reason,
    ...(message === undefined ? {} : { message }),
  });
  const { registries, scopes } = publish;
  const isPlace = registries?.some((place) => isWithin(new URL(registry), folder(place))) === true;
  const isScope = scopes?.some((scope) => name.startsWith(`${scope}/`)) === true;
  return [
    ...(registries === undefined ? [] : [say('publish.registries', isPlace, `it goes to ${registry}`)]),
    ...(scopes === undefined ? [] : [say('publish.scopes', isScope, `${scopes.join(', ')} may be published in`)]),
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
