/** How Express compares the paths of routes: without regard to case and to a slash at the end. */

/** Returns whether both paths match some request. */
export function pathsOverlap(one: string, other: string): boolean {
  return overlap(segments(one), segments(other));
}

function overlap([one, ...ones]: readonly string[], [other, ...others]: readonly string[]): boolean {
  if (one?.startsWith('*') && other !== undefined) return true;
  if (other?.startsWith('*') && one !== undefined) return true;
  if (one === undefined || other === undefined) return one === other;
  return (one.startsWith(':') || other.startsWith(':') || one === other) && overlap(ones, others);
}

function segments(path: string): string[] {
  return path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => segment.toLowerCase());
}

/** Returns a path with generic parameter names. Paths that differ only in parameter names have the same result. */
export function shapeOf(path: string): string {
  return segments(path)
    .map((segment) => segment.replace(/^([:*]).*/, '$1'))
    .join('/');
}
