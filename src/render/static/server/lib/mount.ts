import type { RequestHandler, Router } from 'express';
import { requireAdmin, requireAuth } from '../generated/auth';
import { describeOperation, type Operation } from './openapi/described';
import { allowOnly } from './problem';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';

/** A handler with optional types for its path parameters. */
type Handler = RequestHandler<never>;

/** A route module: a handler for each method, or a default handler for all methods. */
export interface Handlers extends Readonly<Partial<Record<Method, Handler>>> {
  readonly default?: Handler;
  /** Runs before the body is parsed. */
  readonly before?: RequestHandler | readonly RequestHandler[];
  /** The OpenAPI operation of each method. */
  readonly openapi?: Readonly<Partial<Record<Method, Operation>>>;
}

interface Endpoint {
  readonly handlers: Handlers;
  readonly methods: readonly Method[];
  /** Public if absent. */
  readonly access?: 'authenticated' | 'admin';
}

interface Mounted {
  readonly path: string;
  readonly api: Router;
  readonly beforeParsing: Router;
  readonly endpoints: readonly Endpoint[];
}

/**
 * Mounts the handlers of modules at a path. Access is checked before the body is read.
 *
 * @throws Error if a module has no handler for a method it was registered with
 */
export function mount({ path, api, beforeParsing, endpoints }: Mounted): void {
  const first = beforeParsing.route(path);
  const route = api.route(path);
  for (const { handlers, methods, access } of endpoints) {
    for (const method of methods) {
      const handler = handlers[method] ?? handlers.default;
      if (handler === undefined) throw new Error(`${path} has no handler for ${method}.`);
      const verb = method.toLowerCase() as Lowercase<Method>;
      first[verb](...guards(access), ...[handlers.before ?? []].flat(), leave);
      route[verb](handler as RequestHandler);
      const operation = handlers.openapi?.[method];
      if (operation !== undefined) describeOperation(method, path, operation);
    }
  }
  const methods = new Set(endpoints.flatMap((endpoint) => endpoint.methods));
  if (methods.has('GET')) methods.add('HEAD');
  first.all(leave);
  route.all(allowOnly(...methods));
}

/** Leaves the router: only the first matching route may handle a request before parsing. */
const leave: RequestHandler = (_req, _res, next) => next('router');

function guards(access: Endpoint['access']): RequestHandler[] {
  if (access === undefined) return [];
  const check = access === 'admin' ? requireAdmin : requireAuth;
  return [
    async (req, _res, next) => {
      await check(req);
      next();
    },
  ];
}
