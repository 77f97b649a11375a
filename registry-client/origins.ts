/** Host names that always refer to this machine. */
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u;

/**
 * Normalizes a registry address; `undefined` if the address is invalid. Plain http is only valid for this machine.
 *
 * @param text address with or without a trailing slash
 */
export function registryUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  // `URL` properties do not distinguish an empty query or fragment from a missing query, so the check uses the
  // characters.
  if (url.username !== '' || url.password !== '' || /[?#]/u.test(url.href)) return undefined;
  if (!isSecure(url) || isDisguised(url)) return undefined;
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}

/** Returns why `registryUrl` refuses an address. The result does not contain the address, which can have a password. */
export function addressProblem(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/u.test(url.protocol)) {
    return 'write it as https://registry.example/';
  }
  if (url.username !== '' || url.password !== '') return 'an address must not contain credentials';
  return isSecure(url) ? 'it contains "?", "#" or an ambiguous path' : 'use https: http is for this machine only';
}

/**
 * Returns whether an address is written in a way that bypasses address lists but leads to the same place: `host.`,
 * `//`, `/.;/`.
 */
function isDisguised({ hostname, pathname }: URL): boolean {
  return hostname.endsWith('.') || pathname.includes('//') || dots.test(pathname);
}

/** Returns whether a connection to the address is encrypted or stays on this machine. */
export function isSecure(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}

/** Returns whether an address is on this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return loopback.test(hostname);
}

/**
 * Returns whether an address is inside a registry: same origin, and below the registry's path at a folder boundary.
 * Percent-encoding does not matter.
 */
export function isWithin(url: URL, registry: string): boolean {
  const place = new URL(registry);
  return url.origin === place.origin && decoded(url).startsWith(decoded(place));
}

function decoded({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** Path parts that servers may read as another path: empty folders, `%2f`, `%5c`, and unnecessary escapes. */
const misleading = /\/\/|%(?:2[def]|3\d|4[1-9a-f]|5[\dacf]|6[1-9a-f]|7[\daef]|[01]\w|25|(?![\da-f]{2}))/iu;
const dots = /(?:\/|%2f|%5c)\.{1,2}(?=\/|%2f|%5c|;|$)/iu;
/** Parts that require escaping: a scoped name, and a user name or token at the end. */
const escaped = /\/@[^/%]+%2f(?=[^/%])|\/-\/user\/(?:token\/)?[^/]+$/giu;

/**
 * Returns whether an address in a registry has only one interpretation. The user's own spelling of the registry path is
 * not checked.
 */
export function isPlain(url: URL, registry: string): boolean {
  const { pathname } = new URL(registry);
  const path = url.pathname.startsWith(pathname) ? url.pathname.slice(pathname.length - 1) : url.pathname;
  return url.username + url.password === '' && !dots.test(path) && !misleading.test(path.replaceAll(escaped, '/'));
}
