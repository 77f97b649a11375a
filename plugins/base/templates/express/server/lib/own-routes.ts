import { Router } from 'express';
import { entities, routes } from '../generated/openapi';
import { pluginFiles } from '../generated/plugin-files';
import { handlersOf, hasParameters, methodsOf } from './endpoint';
import { mount } from './mount';
import type { RouteDescription } from './openapi/describe';
import type { Route } from './route';
import { bySpecificity, parametersOf, pathOf, pathsOverlap, shapeOf } from './route-paths';
import { SetupProblem } from './setup-problem';

interface OwnRoutes {
  /** Handlers that run before the body is parsed. */
  readonly beforeParsing: Router;
  readonly api: Router;
  readonly descriptions: readonly RouteDescription[];
}

type Modules = Readonly<Record<string, { readonly default?: unknown }>>;

const taken = [
  '/admin',
  '/admin/*rest',
  ...entities.flatMap(({ path }) => [path, `${path}/:id`]),
  ...routes.map(({ path }) => path),
];

/** Removes the files of plugins. A plugin must register its routes. */
export function withoutPlugins(modules: Modules, files: ReadonlySet<string>): Modules {
  return Object.fromEntries(
    Object.entries(modules).filter(([path]) => !files.has(path.replace('../', 'server/'))),
  );
}

/**
 * Mounts the routes of modules with a default export, at the path of the file. The routers of
 * entities have no default export. A fixed path comes before a path with parameters.
 *
 * @throws SetupProblem `route_invalid`, `route_name_invalid` or `route_taken`, with the file
 */
export function mountOwnRoutes(modules: Modules): OwnRoutes {
  const [beforeParsing, api] = [Router(), Router()];
  const descriptions: RouteDescription[] = [];
  const found = Object.entries(modules).flatMap(([file, { default: route }]) =>
    route === undefined ? [] : [readRoute(file, route)],
  );
  const shapes = new Map<string, string>();
  const sorted = found.toSorted((one, other) => bySpecificity(one.path, other.path));
  for (const { source, path, route } of sorted) {
    const other = shapes.get(shapeOf(path));
    if (other !== undefined) throw clash(source, `/api${path} belongs to ${other}.`);
    shapes.set(shapeOf(path), source);
    const { access = 'authenticated' } = route;
    const own = { methods: methodsOf(route), ...(access !== 'public' && { access }) };
    mount({ path, api, beforeParsing, endpoints: [{ handlers: handlersOf(route, path), ...own }] });
    descriptions.push({ plugin: 'project', path, ...own });
  }
  return { beforeParsing, api, descriptions };
}

interface RouteFile {
  /** `server/routes/orders/[id]/cancel.ts` */
  readonly source: string;
  /** `/orders/:id/cancel` */
  readonly path: string;
  readonly route: Route;
}

function readRoute(file: string, route: unknown): RouteFile {
  const source = file.replace('../', 'server/');
  const path = pathOf(source.replace('server/routes/', ''));
  if (path === undefined) {
    throw new SetupProblem(`${source} has no valid path.`, {
      code: 'route_name_invalid',
      advice: 'Use lower-case letters, digits and hyphens, or a parameter such as [id].',
    });
  }
  if (taken.some((other) => pathsOverlap(other, path))) {
    throw clash(source, `/api${path} belongs to another route.`);
  }
  if (!isRoute(route)) {
    throw invalid(
      `The default export of ${source} is not a route.`,
      'Export defineRoute({ … }), or use no default export.',
    );
  }
  if (methodsOf(route).length === 0) {
    throw invalid(`${source} has no method.`, 'Add a method, such as GET.');
  }
  if (!hasParameters(route, path)) {
    const names = parametersOf(path).join(', ') || 'no parameter';
    throw invalid(
      `The path of ${source} has other parameters than its endpoints.`,
      `Use a schema with ${names} as params.`,
    );
  }
  return { source, path, route };
}

function clash(source: string, reason: string): SetupProblem {
  return new SetupProblem(reason, { code: 'route_taken', advice: `Rename ${source}.` });
}

function invalid(message: string, advice: string): SetupProblem {
  return new SetupProblem(message, { code: 'route_invalid', advice });
}

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null;
}

const modules = withoutPlugins(
  import.meta.glob<{ default?: unknown }>(['../routes/**/*.ts', '!../routes/**/*.test.ts'], {
    eager: true,
  }),
  pluginFiles,
);

/** The routes of the project. */
export const ownRoutes = mountOwnRoutes(modules);
