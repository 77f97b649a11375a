import type { Router } from 'express';
import { entities, routes } from '../generated/openapi';
import { type Method, mount } from './mount';
import { ownRoutes } from './openapi/described';
import type { Route } from './route';

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

type Modules = Readonly<Record<string, { readonly default?: unknown }>>;

const taken = [...entities, ...routes].map(({ path }) => path);

/** The modules in `server/routes`, by path. */
export const ownModules: Modules = import.meta.glob<{ default?: unknown }>('../routes/*.ts', {
  eager: true,
});

/**
 * Mounts the default export of every module that `defineRoute` made, at the name of its file.
 * Other modules belong to entities and plugins.
 *
 * @throws Error if another route has the same path, or if the route has no method
 */
export function mountOwnRoutes(
  modules: Modules,
  { api, beforeParsing }: { readonly api: Router; readonly beforeParsing: Router },
): void {
  for (const [file, { default: route }] of Object.entries(modules)) {
    if (!isRoute(route)) continue;
    const name = file.slice(file.lastIndexOf('/') + 1, -'.ts'.length);
    const path = `/${name}`;
    if (name === 'admin' || taken.some((other) => answers(other, path))) {
      throw new Error(`/api${path} exists already. Rename server/routes/${name}.ts.`);
    }
    const own = methods.filter((method) => route[method] !== undefined);
    if (own.length === 0) throw new Error(`server/routes/${name}.ts has no method, such as GET.`);
    const { access = 'authenticated', ...handlers } = route;
    const guard = access === 'public' ? {} : { access };
    mount({ path, api, beforeParsing, endpoints: [{ handlers, methods: own, ...guard }] });
    ownRoutes.push({ plugin: 'own', path, methods: own, ...guard });
  }
}

/** Returns whether a route of an entity or a plugin answers the path, perhaps by a parameter. */
function answers(other: string, path: string): boolean {
  return other === path || /^\/[:*][^/]*$/.test(other);
}

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null;
}
