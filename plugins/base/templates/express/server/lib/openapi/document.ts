import { entities, routes, title } from '../../generated/openapi';
import { ownRoutes } from '../own-routes';
import type { RouteDescription } from './describe';
import { describedOperation } from './described';
import { templateOf } from './endpoint';
import { entityPaths, entitySchemas, entityTag } from './entity';
import { problemSchema, refusalComponents, refusalsOf } from './problems';
import { securityOf, securitySchemes } from './security';

/** Returns the OpenAPI 3.1 description of all routes below `/api`. */
export function openApiDocument(): object {
  return {
    openapi: '3.1.1',
    info: { title, version: '1.0.0' },
    servers: [{ url: '/' }],
    tags: entities.map(entityTag),
    paths: Object.assign(
      {},
      ...entities.map((entity) => entityPaths(entity, entities)),
      routePaths(),
    ),
    components: {
      schemas: Object.assign({ Problem: problemSchema }, ...entities.map(entitySchemas)),
      responses: refusalComponents,
      securitySchemes,
    },
  };
}

/** Merges routes that share a path but have different methods. */
function routePaths(): Record<string, object> {
  const paths: Record<string, object> = {};
  for (const route of [...routes, ...ownRoutes.descriptions]) {
    const path = `/api${templateOf(route.path)}`;
    paths[path] = { ...paths[path], parameters: pathParameters(route), ...operations(route) };
  }
  return paths;
}

function pathParameters({ path }: RouteDescription): object[] {
  return [...path.matchAll(/[:*]([^/]+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function operations({ plugin, path, methods, access = 'public' }: RouteDescription): object {
  const refusals = refusalsOf(...(access === 'public' ? [] : [401, 403]));
  const answer = { '2XX': { description: 'The response of the route.' } };
  const operationOf = (method: string) => {
    const { responses = answer, ...rest } = describedOperation(method, path);
    const known = { tags: [plugin], ...securityOf(access) };
    return { ...known, ...rest, responses: { ...responses, ...refusals } };
  };
  return Object.fromEntries(methods.map((method) => [method.toLowerCase(), operationOf(method)]));
}
