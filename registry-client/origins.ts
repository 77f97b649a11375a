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
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return undefined;
  if (!isSecure(url)) return undefined;
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}

/** Whether nobody on the way can read or change what goes there. */
export function isSecure(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}

/** Whether an address is on this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return loopback.test(hostname);
}

/** Whether an address lies in a registry's: the same origin, and below its path at a border of folders. */
export function isWithin(url: URL, registry: string): boolean {
  const { origin, pathname } = new URL(registry);
  return url.origin === origin && (pathname === '/' || url.pathname.startsWith(pathname));
}
