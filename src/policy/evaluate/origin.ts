import { isWithin } from '../../../registry-client/origins.ts';
import { keyOf } from '../../core/json-document.ts';
import type { Policy } from '../policy.ts';
import type { Subject } from '../subject.ts';
import type { Opinion, Verdict } from '../verdict.ts';

/** Evaluates a policy's rules about the source of a plugin. */
export function evaluateOrigin(subject: Subject, policy: Policy): readonly Verdict[] {
  const { source, registry } = subject;
  const { file, sources = {} } = policy;
  const opinion = source === 'bundled' ? undefined : sources[source];
  const reason = `it comes from ${words[source]}`;
  const kind = opinion === undefined ? [] : [{ file, key: `sources.${source}`, verdict: opinion, reason }];
  if (source !== 'registry' || registry === undefined) return kind;
  return [...kind, ...evaluateRegistry({ name: subject.name, registry }, policy)];
}

const words: Readonly<Record<Subject['source'], string>> = {
  bundled: 'Genlock itself',
  registry: 'a registry',
  url: 'a URL',
  git: 'a Git repository',
  file: 'an archive on this machine',
  directory: 'a folder on this machine',
};

/** Evaluates a policy's rules about the registry that a plugin is installed from or published to. */
export function evaluateRegistry(
  { name, registry }: { readonly name: string; readonly registry: string },
  policy: Policy,
): readonly Verdict[] {
  const { scopes = {} } = policy.registries ?? {};
  const scope = name.startsWith('@') ? name.slice(0, name.indexOf('/')) : '';
  const bound = Object.hasOwn(scopes, scope) ? scopes[scope] : undefined;
  const [verdict, reason] =
    bound !== undefined && isIn([bound], registry)
      ? (['allow', `${scope} comes from ${bound}`] as const)
      : (['deny', `${scope} must come from ${bound ?? ''}, not from ${registry}`] as const);
  return [
    ...evaluateAddress({ url: registry, what: registry }, policy),
    ...(bound === undefined ? [] : [said(policy, ['scopes', scope], { verdict, reason })]),
  ];
}

/** Evaluates a policy's rules about a mirror. Scope bindings do not apply to mirrors. @param url ends with a slash */
export function evaluateMirror(url: string, policy: Policy): readonly Verdict[] {
  const { message } = policy;
  const verdicts = evaluateAddress({ url, what: `the mirror ${url}` }, policy);
  return message === undefined ? verdicts : verdicts.map((verdict) => ({ ...verdict, message }));
}

/** @param place.what - Name of the address in the reason */
function evaluateAddress(
  { url, what }: { readonly url: string; readonly what: string },
  policy: Policy,
): readonly Verdict[] {
  const { allow, deny, http } = policy.registries ?? {};
  const say = (key: string, verdict: Opinion, reason: string) =>
    said(policy, [key], { verdict, reason: `${what} ${reason}` });
  const isPlain = new URL(url).protocol === 'http:';
  return [
    ...(http === 'deny' && isPlain ? [say('http', 'deny', 'does not use https')] : []),
    ...(deny !== undefined && isIn(deny, url) ? [say('deny', 'deny', 'is denied')] : []),
    ...(allow === undefined
      ? []
      : [isIn(allow, url) ? say('allow', 'allow', 'is allowed') : say('allow', 'deny', 'is not an allowed registry')]),
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

/** Returns an address from a policy with a final slash. */
export function withFinalSlash(address: string): string {
  return address.endsWith('/') ? address : `${address}/`;
}
