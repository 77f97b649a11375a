/**
 * Returns the URL pattern of a file below `client/pages`: `orders` for `orders/index.tsx`,
 * `orders/:id` for `orders/[id].tsx`, `docs/*` for `docs/[...path].tsx`. Folders in parentheses are
 * ignored, and `404.tsx` matches all other paths.
 */
export function patternOf(file: string): string {
  const segments = file
    .replace(/\.tsx$/, '')
    .split('/')
    .filter((segment) => segment !== 'index' && !/^\(.+\)$/.test(segment))
    .map((segment) => segment.replace(/^\[\.\.\..+\]$/, '*').replace(/^\[(.+)\]$/, ':$1'));
  const pattern = segments.join('/');
  return pattern === '404' ? '*' : pattern;
}

/** Returns whether a page belongs to the admin area. */
export function isAdminPattern(pattern: string): boolean {
  return /^admin(\/|$)/.test(pattern);
}
