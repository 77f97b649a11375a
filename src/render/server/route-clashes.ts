import type { HttpMethod } from '../../../sandbox/index.ts';
import type { DataModel } from '../../data-layer/model.ts';
import { GenlockError, type Problem } from '../../errors/error.ts';
import type { PluginRoute } from './handlers.ts';

interface Claim {
  readonly owner: string;
  readonly path: string;
  /** All of them if absent. */
  readonly methods?: readonly HttpMethod[];
}

/**
 * A request must have one answer: no route of a plugin may match what an entity's or another plugin's route matches,
 * and none of its own with the same methods.
 *
 * @throws GenlockError `RENDER_ROUTE_CLASH`, all clashes at once; each names both owners
 */
export function refuseRouteClashes(model: DataModel, routes: readonly PluginRoute[]): void {
  const claims: Claim[] = model.entities.flatMap(({ names }) => [
    { owner: `entity ${names.pascal}`, path: `/${names.route}` },
    { owner: `entity ${names.pascal}`, path: `/${names.route}/:id` },
  ]);
  const problems: Problem[] = [];
  for (const { plugin, path, methods } of routes) {
    const claim = { owner: plugin, path, methods };
    const other = claims.find((earlier) => clashes(earlier, claim));
    claims.push(claim);
    if (other === undefined) continue;
    problems.push({
      code: 'RENDER_ROUTE_CLASH',
      message: `/api${path} of ${plugin} answers what /api${other.path} of ${other.owner} answers`,
    });
  }
  const [first, ...rest] = problems;
  if (first !== undefined) throw new GenlockError([first, ...rest]);
}

/** Within one plugin, order decides between `/a/:id` and `/a/new`; the same path twice needs different methods. */
function clashes(one: Claim, other: Claim): boolean {
  if (one.owner !== other.owner) return overlap(segments(one.path), segments(other.path));
  const shared = other.methods?.some((method) => one.methods?.includes(method)) ?? true;
  return shared && shape(one.path) === shape(other.path);
}

function overlap([one, ...ones]: readonly string[], [other, ...others]: readonly string[]): boolean {
  if (one?.startsWith('*') && other !== undefined) return true;
  if (other?.startsWith('*') && one !== undefined) return true;
  if (one === undefined || other === undefined) return one === other;
  return (one.startsWith(':') || other.startsWith(':') || one === other) && overlap(ones, others);
}

/** Express matches without regard to case and a slash at the end. */
function segments(path: string): string[] {
  return path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => segment.toLowerCase());
}

function shape(path: string): string {
  return segments(path)
    .map((segment) => segment.replace(/^([:*]).*/, '$1'))
    .join('/');
}
