import type { Endpoint, Route } from '@server/lib/route';
import type { z } from 'zod';
import { apiAddress, withQuery } from '@/lib/address';
import { send } from '@/lib/api';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The parts of a request. */
interface Parts {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
}

/** The parts of a request that an endpoint has schemas for. A handler without schemas accepts all. */
type RequestOf<Entry> =
  Entry extends Endpoint<infer Params, infer Query, infer Body>
    ? Part<'params', Params> & Part<'query', Query> & Part<'body', Body>
    : Parts;

/** A part of a request: optional if all its values are. */
type Part<Name extends string, Schema extends z.ZodType> = [z.input<Schema>] extends [never]
  ? { [Key in Name]?: never }
  : undefined extends z.input<Schema>
    ? { [Key in Name]?: z.input<Schema> }
    : object extends z.input<Schema>
      ? { [Key in Name]?: z.input<Schema> }
      : { [Key in Name]: z.input<Schema> };

type ResultOf<Entry> =
  Entry extends Endpoint<infer _Params, infer _Query, infer _Body, infer Result>
    ? Json<Result>
    : unknown;

/** The type of a value after `JSON.stringify` and `JSON.parse`. */
export type Json<Value> = Value extends { toJSON(): infer Text }
  ? Json<Text>
  : Value extends bigint
    ? string
    : Value extends object
      ? { [Key in keyof Value]: Json<Value[Key]> }
      : Value;

type Arguments<Request> = object extends Request
  ? [request?: Request & Given]
  : [request: Request & Given];

interface Given extends Parts {
  signal?: AbortSignal;
}

/** The parameters that the endpoints of a route have schemas for. */
type ParameterOf<Known> = {
  [Name in Method & keyof Known]: Known[Name] extends Endpoint<
    infer Params,
    infer _Query,
    infer _Body
  >
    ? [z.input<Params>] extends [never]
      ? never
      : keyof z.input<Params> & string
    : never;
}[Method & keyof Known];

/** The paths that contain a parameter, for every parameter. */
type PathWith<Name extends string> = [Name] extends [never]
  ? `/${string}`
  : (Name extends string ? (path: `/${string}:${Name}${string}`) => void : never) extends (
        path: infer Path extends string,
      ) => void
    ? Path
    : never;

/**
 * Returns a function that calls a route of the project below `/api`, with the types of its file:
 * `ownRoute<typeof cancel>('/orders/:id/cancel')`, where `cancel` is the default export. The
 * path must start with `/` and contain the parameters of the endpoints.
 *
 * @throws ProblemError from the function if the server refuses the request
 */
export function ownRoute<Known extends Route>(path: PathWith<ParameterOf<Known>>) {
  return <Name extends Method & keyof Known>(
    method: Name,
    ...[request]: Arguments<RequestOf<Known[Name]>>
  ): Promise<ResultOf<Known[Name]>> => {
    const { params = {}, query = {}, body, signal }: Given = { ...request };
    const place = path.replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? ''),
    );
    return send(method, withQuery(apiAddress(place), query), body, { signal });
  };
}
