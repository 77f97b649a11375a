/** Returns whether a route such as `GET,POST /api/auth/a public` is `/api/auth` or below it. Express ignores case. */
export function isAuthRoute(route: string): boolean {
  return /^\S+ \/api\/auth[/ ]/iu.test(route);
}
