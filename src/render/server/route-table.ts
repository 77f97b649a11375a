import type { EntityModel } from '../../data-layer/model.ts';
import { type Code, braces, imports, lines, list, objects, paragraphs, print, quote, rows } from '../code.ts';
import type { Emitter } from '../emitter.ts';
import { header } from '../header.ts';
import { staticFile } from '../static-file.ts';
import { routerName } from './entity-router.ts';
import { type PluginRoute, pluginRoutes } from './handlers.ts';
import type { Contribution } from '../../plugin/plugin.ts';
import { throwProblems, type Problem } from '../../errors/error.ts';
import { pathsOverlap } from './route-paths.ts';

/** The module that mounts the routes of plugins and of the project itself, and its test. */
const mountFiles = ['server/lib/mount.ts', 'test/server/mount.test.ts'] as const;

/** `server/generated/routes.ts`: all routes below `/api`, entities first, then plugins. */
export const routeTable: Emitter = function* ({ model, contributions }) {
  const routes = pluginRoutes(contributions);
  refuseRouteClashes(routes);
  const groups = Map.groupBy(routes, ({ plugin, path }) => `${plugin} ${path}`);
  yield {
    path: 'server/generated/routes.ts',
    content: print(
      paragraphs([
        lines([header, ...importLines(model.entities, routes)]),
        lines(['/** Handlers that run before the body is parsed. */', 'export const beforeParsing = Router();']),
        lines(['/** All routes below `/api`. */', 'export const api = Router();']),
        ...(model.entities.length === 0 ? [] : [lines(model.entities.map(mountEntity))]),
        ...(groups.size === 0 ? [] : [lines([...groups.values()].map(mountRoutes))]),
      ]),
    ),
  };
  // In a file of its own with one line for each path, so that git merges branches that add plugins.
  yield { path: 'server/generated/plugin-files.ts', content: print(pluginFileList(contributions)) };
  for (const path of mountFiles) yield { path, content: staticFile(path) };
};

function pluginFileList(contributions: readonly Contribution[]): Code {
  return paragraphs([
    header,
    lines([
      '/** The files in `server/routes` that belong to plugins. */',
      'export const pluginFiles = new Set<string>();',
      ...pluginFiles(contributions).map((path): Code => ['pluginFiles.add(', quote(path), ');']),
    ]),
  ]);
}

/** Returns the paths of all files in `server/routes` from plugins, sorted. Only registered handlers are mounted. */
function pluginFiles(contributions: readonly Contribution[]): string[] {
  const copied = contributions.flatMap(({ operations }) =>
    operations.flatMap((operation) => (operation.kind === 'copyTemplates' ? operation.files : [])),
  );
  return copied
    .map(({ path }) => path)
    .filter((path) => path.startsWith('server/routes/'))
    .toSorted();
}

/**
 * Refuses plugin routes that match a route of another plugin, because each request must have one handler. Conflicts
 * within a plugin and with entities are checked elsewhere.
 *
 * @throws GenlockError `RENDER_ROUTE_CLASH`, all clashes at once; each names both owners
 */
function refuseRouteClashes(routes: readonly PluginRoute[]): void {
  const problems: Problem[] = [];
  for (const [index, { plugin, path }] of routes.entries()) {
    const other = routes.find((one, at) => at < index && one.plugin !== plugin && pathsOverlap(one.path, path));
    if (other === undefined) continue;
    const message = `/api${path} of ${plugin} answers what /api${other.path} of ${other.plugin} answers`;
    problems.push({ code: 'RENDER_ROUTE_CLASH', message });
  }
  throwProblems(problems);
}

function importLines(entities: readonly EntityModel[], routes: readonly PluginRoute[]): Code[] {
  const handlers = new Map(routes.map(({ handler }) => [handler.module, handler.variable]));
  const modules = [
    ...(routes.length === 0 ? [] : [{ from: '../lib/mount', line: imports(['mount'], '../lib/mount') }]),
    ...entities.map((entity) => {
      const from = `../routes/${entity.names.route}`;
      return { from, line: imports([routerName(entity)], from) };
    }),
    ...[...handlers].map(([from, variable]) => ({ from, line: `import * as ${variable} from ${quote(from)};` })),
  ];
  const sorted = modules.toSorted((one, other) => (one.from < other.from ? -1 : 1));
  return [imports(['Router'], 'express'), ...sorted.map(({ line }) => line)];
}

function mountEntity(entity: EntityModel): Code {
  return list('api.use(', [quote(`/${entity.names.route}`), routerName(entity)], ');');
}

function mountRoutes(routes: readonly PluginRoute[]): Code {
  const endpoints = routes.map(({ methods, access, handler }) =>
    braces([
      `handlers: ${handler.variable}`,
      ['methods: ', list('[', methods.map(quote), ']')],
      ...(access === undefined || access === 'public' ? [] : [`access: ${quote(access)}`]),
    ]),
  );
  const path = `path: ${quote(routes[0]?.path ?? '')}`;
  return rows('mount({', [path, 'api', 'beforeParsing', ['endpoints: ', objects(endpoints)]], '});');
}
