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
  const problems: Problem[] = [];
  for (const [index, { plugin, path }] of routes.entries()) {
    const other = routes.find((one, at) => at < index && one.plugin !== plugin && pathsOverlap(one.path, path));
    if (other === undefined) continue;
    const message = `/api${path} of ${plugin} answers what /api${other.path} of ${other.plugin} answers`;
    problems.push({ code: 'RENDER_ROUTE_CLASH', message });
  }
  throwProblems(problems);
}
