/** Hosts that can't be anywhere but on this machine. */
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u;

/**
 * A registry's address in its one form; nothing if it is none. Plain http is for this machine only.
 *
 * @param text as somebody wrote it, with or without a final slash
 */
export function registryUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  // A query or a fragment that is empty isn't told apart from none, but by its sign.
  if (url.username !== '' || url.password !== '' || /[?#]/u.test(url.href)) return undefined;
  if (!isSecure(url) || isDisguised(url)) return undefined;
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}

/** Written so that lists of addresses don't mean it, though it leads to the same: `host.`, `//`, `/.;/`. */
function isDisguised({ hostname, pathname }: URL): boolean {
  return hostname.endsWith('.') || pathname.includes('//') || dots.test(pathname);
}

/** Whether nobody on the way can read or change what goes there. */
export function isSecure(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}

/** Whether an address is on this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return loopback.test(hostname);
}

/**
 * Whether an address lies in a registry's: the same origin, and below its path at a border of folders, however its
 * letters are written.
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

/** What servers may read as another path: folders that are none, `%2f`, `%5c`, and letters nobody has to escape. */
const misleading = /\/\/|%(?:2[def]|3\d|4[1-9a-f]|5[\dacf]|6[1-9a-f]|7[\daef]|[01]\w|25|(?![\da-f]{2}))/iu;
const dots = /(?:\/|%2f|%5c)\.{1,2}(?=\/|%2f|%5c|;|$)/iu;
/** What has to be escaped: a name with its scope, and somebody's name or token at the end. */
const escaped = /\/@[^/%]+%2f(?=[^/%])|\/-\/user\/(?:token\/)?[^/]+$/giu;

/** Whether an address in a registry means what it looks like to everybody. How the registry's own is written, its user said. */
export function isPlain(url: URL, registry: string): boolean {
  const { pathname } = new URL(registry);
  const path = url.pathname.startsWith(pathname) ? url.pathname.slice(pathname.length - 1) : url.pathname;
  return url.username + url.password === '' && !dots.test(path) && !misleading.test(path.replaceAll(escaped, '/'));
}
