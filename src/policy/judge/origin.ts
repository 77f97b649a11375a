import { isWithin } from '../../../registry-client/origins.ts';
import { keyOf } from '../../config/json-document.ts';
import type { Policy } from '../policy.ts';
import type { Subject } from '../subject.ts';
import type { Opinion, Verdict } from '../verdict.ts';

/** What a policy says of where a plugin comes from. */
export function judgeOrigin(subject: Subject, policy: Policy): readonly Verdict[] {
  const { source, registry } = subject;
  const { file, sources = {} } = policy;
  const opinion = source === 'bundled' ? undefined : sources[source];
  const reason = `it comes from ${words[source]}`;
  const kind = opinion === undefined ? [] : [{ file, key: `sources.${source}`, verdict: opinion, reason }];
  if (source !== 'registry' || registry === undefined) return kind;
  return [...kind, ...judgeRegistry({ name: subject.name, registry }, policy)];
}

const words: Readonly<Record<Subject['source'], string>> = {
  bundled: 'Genlock itself',
  registry: 'a registry',
  url: 'an address',
  git: 'a repository',
  file: 'an archive on this machine',
  directory: 'a folder on this machine',
};

/** What a policy says of a registry that a name is to be had from, or is to go to. */
export function judgeRegistry(
  { name, registry }: { readonly name: string; readonly registry: string },
  { file, registries = {} }: Policy,
): readonly Verdict[] {
  const { allow, deny, scopes = {}, http } = registries;
  const isIn = (list: readonly string[]) => list.some((place) => isWithin(new URL(registry), folder(place)));
  const say = (path: readonly string[], verdict: Opinion, reason: string) => ({
    file,
    key: keyOf(['registries', ...path]),
    verdict,
    reason,
  });
  const scope = name.startsWith('@') ? name.slice(0, name.indexOf('/')) : '';
  const bound = Object.hasOwn(scopes, scope) ? scopes[scope] : undefined;
  const isPlain = new URL(registry).protocol === 'http:';
  return [
    ...(http === 'deny' && isPlain ? [say(['http'], 'deny', `${registry} is not reached over https`)] : []),
    ...(deny !== undefined && isIn(deny) ? [say(['deny'], 'deny', `${registry} may not be reached`)] : []),
    ...(allow === undefined
      ? []
      : [
          isIn(allow)
            ? say(['allow'], 'allow', `${registry} may be reached`)
            : say(['allow'], 'deny', `${registry} is no registry that may be reached`),
        ]),
    ...(bound === undefined
      ? []
      : [
          isIn([bound])
            ? say(['scopes', scope], 'allow', `${scope} comes from ${bound}`)
            : say(['scopes', scope], 'deny', `${scope} comes from ${bound}, not from ${registry}`),
        ]),
  ];
}

/** An address a policy gives, in the form that ends with a slash. */
export function folder(address: string): string {
  return address.endsWith('/') ? address : `${address}/`;
}
