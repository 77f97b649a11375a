/**
 * Returns the path of a file below `server/routes`: `/orders/:id/cancel` for
 * `orders/[id]/cancel.ts`, `/reports` for `reports/index.ts`. `undefined` if a name is not sound.
 */
export function pathOf(file: string): string | undefined {
  const names = file.replace(/\.ts$/, '').split('/');
  const place = names.at(-1) === 'index' ? names.slice(0, -1) : names;
  const isSound = place.every((name) => /^(?:[a-z0-9]+(?:-[a-z0-9]+)*|\[[a-z]\w*\])$/i.test(name));
  const isLower = place.every((name) => name.startsWith('[') || name === name.toLowerCase());
  if (place.length === 0 || !isSound || !isLower) return undefined;
  const segments = place.map((name) => name.replace(/^\[(.+)\]$/, ':$1'));
  const parameters = parametersOf(segments.join('/'));
  return new Set(parameters).size < parameters.length ? undefined : `/${segments.join('/')}`;
}

/** Returns the names of a path’s parameters. */
export function parametersOf(path: string): readonly string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}

/** Returns whether both paths match some request, in Express syntax. */
export function pathsOverlap(one: string, other: string): boolean {
  return overlap(segmentsOf(one), segmentsOf(other));
}

function overlap(
  [one, ...ones]: readonly string[],
  [other, ...others]: readonly string[],
): boolean {
  if (one?.startsWith('*') && other !== undefined) return true;
  if (other?.startsWith('*') && one !== undefined) return true;
  if (one === undefined || other === undefined) return one === other;
  const isEqual = one.startsWith(':') || other.startsWith(':') || one === other;
  return isEqual && overlap(ones, others);
}

/** Returns a path without the names of its parameters. Paths with the same shape match the same requests. */
export function shapeOf(path: string): string {
  return path.toLowerCase().replaceAll(/:[^/]+/g, ':');
}

/** Orders paths: a fixed segment comes before a parameter. */
export function bySpecificity(one: string, other: string): number {
  const [left, right] = [one, other].map((path) => path.replaceAll(':', '\u{10ffff}'));
  return (left ?? '') < (right ?? '') ? -1 : 1;
}

function segmentsOf(path: string): string[] {
  return path.toLowerCase().split('/').slice(1);
}
