import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { Handlers, Method } from './mount';

/** The values of a request, parsed by the schemas of an endpoint. */
interface Parsed<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> {
  readonly params: z.output<Params>;
  readonly query: z.output<Query>;
  readonly body: z.output<Body>;
  readonly req: Request;
  readonly res: Response;
}

/** A method of a route with schemas. The typed client and OpenAPI read its types. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Result = unknown,
> {
  /** One property for each parameter in the path of the file. */
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** Returns the body of the response as a value for JSON. Without a value, the status is 204. */
  handle(request: Parsed<Params, Query, Body>): Result | Promise<Result>;
}

type Handler = NonNullable<Handlers[Method]>;

/** An endpoint with any schemas. Its schemas are absent here, so that TypeScript infers them. */
interface AnyEndpoint {
  handle(request: never): unknown;
}

/** A route of the project: its access, and an endpoint or a handler for each method. */
export interface Route extends Readonly<Partial<Record<Method, AnyEndpoint | Handler>>> {
  /** The permitted callers: signed-in users if absent. */
  readonly access?: 'public' | 'authenticated' | 'admin';
  readonly before?: Handlers['before'];
  readonly openapi?: Handlers['openapi'];
}

/** Refuses unknown keys, such as a misspelled `access`. */
type Exact<Own> = { readonly [Key in keyof Own]: Key extends keyof Route ? Own[Key] : never };

/**
 * Defines the route of a file in `server/routes`. The default export of
 * `server/routes/orders/[id]/cancel.ts` is mounted at `/api/orders/:id/cancel`.
 */
export function defineRoute<Own extends Route>(route: Exact<Own>): Own {
  return route;
}

/** Defines a method with schemas. A request that does not match them is refused with 404 or 422. */
export function endpoint<
  Result,
  Params extends z.ZodObject | z.ZodNever = z.ZodNever,
  Query extends z.ZodObject | z.ZodNever = z.ZodNever,
  Body extends z.ZodType = z.ZodNever,
>(definition: Endpoint<Params, Query, Body, Result>): Endpoint<Params, Query, Body, Result> {
  return definition;
}
