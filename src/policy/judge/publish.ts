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
}

/** Everything all policies say of a plugin that is to be published; each is asked alone. */
export function judgePublication(publication: Publication, { policies }: Pick<Bench, 'policies'>): readonly Verdict[] {
  return policies.flatMap((policy) => [...judgeRegistry(publication, policy), ...judgePublishing(publication, policy)]);
}

function judgePublishing(
  { name, registry, provenance }: Publication,
  { file, publish = {}, message }: Policy,
): readonly Verdict[] {
  const say = (key: string, isMet: boolean, reason: string): Verdict => ({
    file,
    key: `publish.${key}`,
    verdict: isMet ? 'allow' : 'deny',
    reason,
    ...(message === undefined ? {} : { message }),
  });
  const { registries, scopes, provenance: wanted } = publish;
  const isPlace = registries?.some((place) => isWithin(new URL(registry), folder(place))) === true;
  const isScope = scopes?.some((scope) => name.startsWith(`${scope}/`)) === true;
  return [
    ...(registries === undefined ? [] : [say('registries', isPlace, `it goes to ${registry}`)]),
    ...(scopes === undefined ? [] : [say('scopes', isScope, `${scopes.join(', ')} may be published in`)]),
    ...(wanted === 'required' ? [say('provenance', provenance, 'it must be signed how it was made')] : []),
  ];
}
