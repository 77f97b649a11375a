/** What a request wants to change; `base` is the revision of the packument it goes by. */
export type Write =
  /** A packument: a publication, or words on versions that are there. */
  | { readonly kind: 'packument'; readonly name: string }
  /** A packument with versions left out: the first half of taking them back. */
  | { readonly kind: 'revision'; readonly name: string; readonly base: string }
  /** The archive of a version that was taken back. */
  | { readonly kind: 'archive'; readonly name: string; readonly file: string }
  /** All of a package. */
  | { readonly kind: 'removal'; readonly name: string; readonly base: string }
  | { readonly kind: 'tag'; readonly name: string; readonly tag: string }
  /** Signing in and out, tokens, a new password. */
  | { readonly kind: 'account' };

const name = String.raw`((?:@[a-z0-9][a-z0-9._-]*(?:%2[fF]|/))?[a-z0-9][a-z0-9._-]*)`;
const word = '[A-Za-z0-9._~+-]+';

type Form = readonly [method: string, path: RegExp, write: (name: string, detail: string) => Write];

const form = (method: string, path: string, write: Form[2]): Form => [method, new RegExp(`^${path}$`, 'u'), write];

/** Where somebody changes their account. */
export const profilePath = '/-/npm/v1/user';

/** Every form a write can have. What has another one is refused, so that nothing Verdaccio also takes goes around the gate. */
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

/** What a request wants to change; nothing if it has no form that is known. @param path as it arrived, without query */
export function writeOf(method: string, path: string): Write | undefined {
  for (const [formMethod, pattern, write] of forms) {
    const [whole, packageName = '', detail = ''] = formMethod === method ? (pattern.exec(path) ?? []) : [];
    if (whole !== undefined) return write(packageName.replace(/%2f/iu, '/'), detail);
  }
  return undefined;
}

/** Whether a request asks what is known to be wrong with versions, which changes nothing. */
export function asksForAdvisories(method: string, path: string): boolean {
  return method === 'POST' && path.startsWith('/-/npm/v1/security/');
}

/** What a request asks about, where the gate has something to say of it. */
export type Read =
  | { readonly kind: 'packument' | 'user'; readonly name: string }
  /** How a version was made. */
  | { readonly kind: 'attestations'; readonly name: string; readonly version: string };

const attestationsPath = new RegExp(`^/-/npm/v1/attestations/${name.replace('@', '(?:@|%40)')}@(${word})$`, 'u');
const packumentPath = new RegExp(`^/${name}$`, 'u');
const userPath = /^\/-\/user\/org\.couchdb\.user(?::|%3[aA])([a-z0-9._-]+)$/u;

/** @param path as it arrived, without query */
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

/** The path of a request's target, as it arrived. */
export function pathOf(target: string): string {
  return target.split('?', 1)[0] ?? target;
}

/**
 * A request's target with every key of its query once, and as a text: Verdaccio makes lists and objects of others, and
 * ends over one it looks for as a text.
 */
export function plainTarget(target: string): string {
  const path = pathOf(target);
  const query = new URLSearchParams(target.slice(path.length));
  const plain = new Map([...query].filter(([key]) => /^\w+$/u.test(key)));
  return plain.size === 0 ? path : `${path}?${new URLSearchParams([...plain]).toString()}`;
}
