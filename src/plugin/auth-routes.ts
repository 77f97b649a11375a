/** Returns whether a path, with or without `/api`, is `/auth` or below it. Express ignores case. */
export function isAuthRoute(path: string): boolean {
  return /^(?:\/api)?\/auth(?:\/|$)/iu.test(path);
}
