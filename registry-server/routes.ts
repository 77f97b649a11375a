/** A requested change. `base` is the revision of the packument that the change is based on. */
export type Write =
  /** A packument: a publication, or deprecations of existing versions. */
  | { readonly kind: 'packument'; readonly name: string }
  /** A packument without some versions: the first request of unpublishing them. */
  | { readonly kind: 'revision'; readonly name: string; readonly base: string }
  /** The archive of an unpublished version. */
  | { readonly kind: 'archive'; readonly name: string; readonly file: string }
  /** The whole package. */
  | { readonly kind: 'removal'; readonly name: string; readonly base: string }
  | { readonly kind: 'tag'; readonly name: string; readonly tag: string }
  /** Sign-in, sign-out, tokens and password changes. */
  | { readonly kind: 'account' };

const name = String.raw`((?:@[a-z0-9][a-z0-9._-]*(?:%2[fF]|/))?[a-z0-9][a-z0-9._-]*)`;
const word = '[A-Za-z0-9._~+-]+';

type Form = readonly [method: string, path: RegExp, write: (name: string, detail: string) => Write];

const form = (method: string, path: string, write: Form[2]): Form => [method, new RegExp(`^${path}$`, 'u'), write];

/** Path for account changes. */
export const profilePath = '/-/npm/v1/user';

/** All supported forms of write requests. Other forms are refused, so that no request reaches Verdaccio unchecked. */
const forms: readonly Form[] = [
  form('PUT', `/${name}`, (name) => ({ kind: 'packument', name })),
  form('PUT', `/${name}/-rev/(${word})`, (name, base) => ({ kind: 'revision', name, base })),
  form('DELETE', `/${name}/-/(${word}\\.tgz)/-rev/${word}`, (name, file) => ({ kind: 'archive', name, file })),
  form('DELETE', `/${name}/-rev/(${word})`, (name, base) => ({ kind: 'removal', name, base })),
  form('PUT', `/-/package/${name}/dist-tags/(${word})`, (name, tag) => ({ kind: 'tag', name, tag })),
  form('DELETE', `/-/package/${name}/dist-tags/(${word})`, (name, tag) => ({ kind: 'tag', name, tag })),
  form('PUT', `/-/user/org\\.couchdb\\.user(?::|%3[aA])${word}(?:/-rev/${word})?`, () => ({ kind: 'account' })),
  form('DELETE', `/-/user/token/${word}`, () => ({ kind: 'account' })),
  form('POST', '/-/npm/v1/tokens', () => ({ kind: 'account' })),
  form('DELETE', `/-/npm/v1/tokens/token/${word}`, () => ({ kind: 'account' })),
  form('POST', profilePath, () => ({ kind: 'account' })),
];

export function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Returns the change in a request; `undefined` for unknown forms. @param path raw path without query */
export function writeOf(method: string, path: string): Write | undefined {
  for (const [formMethod, pattern, write] of forms) {
    const [whole, packageName = '', detail = ''] = formMethod === method ? (pattern.exec(path) ?? []) : [];
    if (whole !== undefined) return write(packageName.replace(/%2f/iu, '/'), detail);
  }
  return undefined;
}

/** Returns whether a request asks for known vulnerabilities, which changes no data. */
export function asksForAdvisories(method: string, path: string): boolean {
  return method === 'POST' && path.startsWith('/-/npm/v1/security/');
}

/** Path of npm's bulk request for advisories. */
export const advisoriesPath = '/-/npm/v1/security/advisories/bulk';

/** A read request that the gate handles. */
export type Read =
  | { readonly kind: 'packument' | 'user'; readonly name: string }
  /** Provenance attestations of a version. */
  | { readonly kind: 'attestations'; readonly name: string; readonly version: string };

const attestationsPath = new RegExp(`^/-/npm/v1/attestations/${name.replace('@', '(?:@|%40)')}@(${word})$`, 'u');
const packumentPath = new RegExp(`^/${name}$`, 'u');
const userPath = /^\/-\/user\/org\.couchdb\.user(?::|%3[aA])([a-z0-9._-]+)$/u;

/**
 * Returns the read request for a path.
 *
 * @param path raw path without query
 */
export function readOf(path: string): Read | undefined {
  const [, user] = userPath.exec(path) ?? [];
  if (user !== undefined) return { kind: 'user', name: user };
  const [, attested, version] = attestationsPath.exec(path) ?? [];
  if (attested !== undefined && version !== undefined) {
    return { kind: 'attestations', name: decodeURIComponent(attested), version };
  }
  const [, packageName] = packumentPath.exec(path) ?? [];
  return packageName === undefined ? undefined : { kind: 'packument', name: packageName.replace(/%2f/iu, '/') };
}

/** Returns the raw path of a request target. */
export function pathOf(target: string): string {
  return target.split('?', 1)[0] ?? target;
}

/**
 * Normalizes a request target: each query key once and with a string value. Verdaccio parses other forms as lists and
 * objects, and crashes where it expects a string.
 */
export function plainTarget(target: string): string {
  const path = pathOf(target);
  const query = new URLSearchParams(target.slice(path.length));
  const plain = new Map([...query].filter(([key]) => /^\w+$/u.test(key)));
  return plain.size === 0 ? path : `${path}?${new URLSearchParams([...plain]).toString()}`;
}
