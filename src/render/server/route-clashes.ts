import { throwProblems, type Problem } from '../../errors/error.ts';
import type { PluginRoute } from './handlers.ts';
import { pathsOverlap } from './route-paths.ts';

/**
 * A request must have one answer: no route of a plugin may match what another plugin's route matches. What one plugin's
 * routes may be by themselves, and beside entities, is judged before.
 *
 * @throws GenlockError `RENDER_ROUTE_CLASH`, all clashes at once; each names both owners
 */
export function refuseRouteClashes(routes: readonly PluginRoute[]): void {
  const problems = routes.flatMap(({ plugin, path }, index): Problem[] => {
    const other = routes
      .slice(0, index)
      .find((earlier) => earlier.plugin !== plugin && pathsOverlap(earlier.path, path));
    if (other === undefined) return [];
    const message = `/api${path} of ${plugin} answers what /api${other.path} of ${other.plugin} answers`;
    return [{ code: 'RENDER_ROUTE_CLASH', message }];
  });
  throwProblems(problems);
}
