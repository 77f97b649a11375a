import { isWithin } from '../../../registry-client/origins.ts';
import { keyOf } from '../../core/json-document.ts';
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
  policy: Policy,
): readonly Verdict[] {
  const { scopes = {} } = policy.registries ?? {};
  const scope = name.startsWith('@') ? name.slice(0, name.indexOf('/')) : '';
  const bound = Object.hasOwn(scopes, scope) ? scopes[scope] : undefined;
  const [verdict, reason] =
    bound !== undefined && isIn([bound], registry)
      ? (['allow', `${scope} comes from ${bound}`] as const)
      : (['deny', `${scope} comes from ${bound ?? ''}, not from ${registry}`] as const);
  return [
    ...judgeAddress({ url: registry, what: registry }, policy),
    ...(bound === undefined ? [] : [said(policy, ['scopes', scope], { verdict, reason })]),
  ];
}

/** The same of what stands in for registries: a scope isn't bound to it. @param url ends with a slash */
export function judgeMirror(url: string, policy: Policy): readonly Verdict[] {
  const { message } = policy;
  const verdicts = judgeAddress({ url, what: `the mirror ${url}` }, policy);
  return message === undefined ? verdicts : verdicts.map((verdict) => ({ ...verdict, message }));
}

/** @param place.what how it is called in what is said of it */
function judgeAddress(
  { url, what }: { readonly url: string; readonly what: string },
  policy: Policy,
): readonly Verdict[] {
  const { allow, deny, http } = policy.registries ?? {};
  const say = (key: string, verdict: Opinion, reason: string) =>
    said(policy, [key], { verdict, reason: `${what} ${reason}` });
  const isPlain = new URL(url).protocol === 'http:';
  return [
    ...(http === 'deny' && isPlain ? [say('http', 'deny', 'is not reached over https')] : []),
    ...(deny !== undefined && isIn(deny, url) ? [say('deny', 'deny', 'may not be reached')] : []),
    ...(allow === undefined
      ? []
      : [
          isIn(allow, url)
            ? say('allow', 'allow', 'may be reached')
            : say('allow', 'deny', 'is no registry that may be reached'),
        ]),
  ];
}

function said(
  { file }: Policy,
  path: readonly string[],
  { verdict, reason }: { readonly verdict: Opinion; readonly reason: string },
): Verdict {
  return { file, key: keyOf(['registries', ...path]), verdict, reason };
}

function isIn(list: readonly string[], url: string): boolean {
  return list.some((place) => isWithin(new URL(url), withFinalSlash(place)));
}

/** An address a policy gives, in the form that ends with a slash. */
export function withFinalSlash(address: string): string {
  return address.endsWith('/') ? address : `${address}/`;
}
