import { Router } from 'express';
import { entities, routes } from '../generated/openapi';
import { pluginFiles } from '../generated/plugin-files';
import { type Method, mount } from './mount';
import type { RouteDescription } from './openapi/describe';
import type { Route } from './route';

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

interface OwnRoutes {
  /** Handlers that run before the body is parsed. */
  readonly beforeParsing: Router;
  readonly api: Router;
  readonly descriptions: readonly RouteDescription[];
}

type Modules = Readonly<Record<string, { readonly default?: unknown }>>;

const taken = ['/admin', ...[...entities, ...routes].map(({ path }) => path.toLowerCase())];

/** Removes the files of plugins. A plugin must register its routes. */
export function withoutPlugins(modules: Modules, files: ReadonlySet<string>): Modules {
  return Object.fromEntries(
    Object.entries(modules).filter(([path]) => !files.has(path.replace('../', 'server/'))),
  );
}

/**
 * Mounts the routes of modules with a default export, at the name of the file. The routers of
 * entities have no default export.
 *
 * @throws Error if a default export is not a route, if another route has the same path, or if the
 *   file name is not a sound path
 */
export function mountOwnRoutes(modules: Modules): OwnRoutes {
  const [beforeParsing, api] = [Router(), Router()];
  const descriptions: RouteDescription[] = [];
  for (const [file, { default: route }] of Object.entries(modules)) {
    if (route === undefined) continue;
    const name = file.slice(file.lastIndexOf('/') + 1, -'.ts'.length);
    const path = `/${name}`;
    const source = `server/routes/${name}.ts`;
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) {
      throw new Error(`Rename ${source}: use lower-case letters, digits and hyphens.`);
    }
    if (taken.some((other) => answers(other, path))) {
      throw new Error(`Rename ${source}: /api${path} belongs to another route.`);
    }
    if (!isRoute(route)) {
      throw new Error(`Export defineRoute({ … }) from ${source}, or use no default export.`);
    }
    const own = methods.filter((method) => route[method] !== undefined);
    if (own.length === 0) throw new Error(`Add a method, such as GET, to ${source}.`);
    const { access = 'authenticated', ...handlers } = route;
    const guard = access === 'public' ? {} : { access };
    mount({ path, api, beforeParsing, endpoints: [{ handlers, methods: own, ...guard }] });
    descriptions.push({ plugin: 'project', path, methods: own, ...guard });
  }
  return { beforeParsing, api, descriptions };
}

/** Returns whether a route of an entity or a plugin answers the path, perhaps by a parameter. */
function answers(other: string, path: string): boolean {
  return other === path || /^\/[:*][^/]*$/.test(other);
}

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null;
}

const modules = withoutPlugins(
  import.meta.glob<{ default?: unknown }>(['../routes/*.ts', '!../routes/*.test.ts'], {
    eager: true,
  }),
  pluginFiles,
);

/** The routes of the project. */
export const ownRoutes = mountOwnRoutes(modules);
