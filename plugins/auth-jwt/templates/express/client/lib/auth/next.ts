/**
 * Returns the redirect target after signing in: the path in `next` if the path is on this site,
 * else the home page. The normalized result is checked too: `/..//evil.example` is a path on this
 * site, but normalizes to `//evil.example`, another site.
 */
export function safeNext(next: string | null): string {
  const here = location.origin;
  if (!next?.startsWith('/') || !URL.canParse(next, here)) return '/';
  const { origin, pathname, search, hash } = new URL(next, here);
  if (origin !== here || pathname.startsWith('//')) return '/';
  return pathname + search + hash;
}

/** Returns the URL of an authentication page that redirects to `next` afterwards. */
export function pathWithNext(page: '/login' | '/register', next: string): string {
  return next === '/' ? page : `${page}?${new URLSearchParams({ next })}`;
}
