import type { Request, RequestHandler } from 'express';
import { z } from 'zod';
import type { Handlers, Method } from './mount';
import type { Operation } from './openapi/described';
import { endpointOperation } from './openapi/endpoint';
import { notFound, readBody } from './problem';
import { readQuery } from './query';
import type { Endpoint, Route } from './route';
import { parametersOf } from './route-paths';

/**
 * Returns the handlers of a route. An endpoint becomes a handler that parses the request, and an
 * operation in OpenAPI.
 */
export function handlersOf({ before, openapi = {}, ...route }: Route, path: string): Handlers {
  const handlers: Partial<Record<Method, Handlers[Method]>> = {};
  const operations: Partial<Record<Method, Operation>> = { ...openapi };
  for (const method of methodsOf(route)) {
    const entry = route[method];
    if (typeof entry === 'function') handlers[method] = entry;
    else if (isEndpoint(entry)) {
      handlers[method] = handlerOf(entry);
      operations[method] = { ...endpointOperation(entry, { method, path }), ...openapi[method] };
    }
  }
  return { ...handlers, ...(before && { before }), openapi: operations };
}

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/** Returns the methods that a route answers. */
export function methodsOf(route: Route): readonly Method[] {
  return methods.filter((method) => route[method] !== undefined);
}

/** Returns whether the schemas of all endpoints name exactly the parameters of the path. */
export function hasParameters(route: Route, path: string): boolean {
  const expected = parametersOf(path).toSorted().join();
  const endpoints = methodsOf(route)
    .map((method) => route[method])
    .filter(isEndpoint);
  return endpoints.every(({ params }) => {
    const known = params instanceof z.ZodObject ? Object.keys(params.shape) : [];
    return known.toSorted().join() === expected;
  });
}

/** An endpoint is an object, and a handler of Express is a function. */
function isEndpoint(entry: Route[Method]): entry is Endpoint {
  return typeof entry === 'object';
}

function handlerOf(entry: Endpoint): RequestHandler {
  const { params, query, body } = entry;
  return async (req, res) => {
    const result = await entry.handle({
      params: params && readParams(params, req),
      query: query && readQuery(query, req.query),
      body: body && readBody(body, req),
      req,
      res,
    });
    // The endpoint may have sent the response itself.
    if (res.headersSent) return;
    if (result === undefined) res.status(204).end();
    else res.json(result);
  };
}

/** @throws HttpProblem 404 for other parameters: no such address exists */
function readParams(schema: z.ZodType, req: Request): unknown {
  const result = schema.safeParse(req.params);
  if (!result.success) throw notFound();
  return result.data;
}
