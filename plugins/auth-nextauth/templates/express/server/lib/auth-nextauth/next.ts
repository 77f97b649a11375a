import { origin } from '../auth/port';

/**
 * Returns the path to open after a sign-in: the given one if it is on this site, else `fallback`.
 * The normalized result is checked too: `/..//evil.example` normalizes to `//evil.example`, which
 * is another site.
 */
export function safePath(given: string | undefined, fallback: string): string {
  if (given === undefined || !(given.startsWith('/') || given.startsWith(`${origin}/`))) {
    return fallback;
  }
  if (!URL.canParse(given, origin)) return fallback;
  const url = new URL(given, origin);
  if (url.origin !== origin || url.pathname.startsWith('//')) return fallback;
  return url.pathname + url.search + url.hash;
}

/** Returns the address of a page that shows an error code. */
export function pageWithError(page: '/login' | '/account', code: string, next = '/'): string {
  const query = new URLSearchParams({ error: code, ...(next !== '/' && { next }) });
  return `${page}?${query}`;
}
