/**
 * Where to go after signing in, if the address in `next` is a page of this site; else the home page.
 * The result is checked too: `/..//evil.example` is a path of this site, and what remains of it,
 * `//evil.example`, is another site.
 */
export function safeNext(next: string | null): string {
  const here = location.origin;
  if (!next?.startsWith('/') || !URL.canParse(next, here)) return '/';
  const { origin, pathname, search, hash } = new URL(next, here);
  if (origin !== here || pathname.startsWith('//')) return '/';
  return pathname + search + hash;
}

/** The address of a page of this plugin that leads back to `next`. */
export function pathWithNext(page: '/login' | '/register', next: string): string {
  return next === '/' ? page : `${page}?${new URLSearchParams({ next })}`;
}
