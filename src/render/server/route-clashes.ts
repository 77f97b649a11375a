import { throwProblems, type Problem } from '../../errors/error.ts';
import type { PluginRoute } from './handlers.ts';
import { pathsOverlap } from './route-paths.ts';

/**
 * Refuses plugin routes that match a route of another plugin, because each request must have one handler. Conflicts
 * within a plugin and with entities are checked elsewhere.
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
