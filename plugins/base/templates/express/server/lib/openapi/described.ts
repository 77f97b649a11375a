/** An operation of OpenAPI, or what is to be said of one. */
export interface Operation {
  readonly responses?: Readonly<Record<string, object>>;
  readonly [key: string]: unknown;
}

const operations = new Map<string, Operation>();

/** Notes what a plugin says of one of its routes. */
export function describeOperation(method: string, path: string, operation: Operation): void {
  operations.set(`${method} ${path}`, operation);
}

/** What its plugin says of a route; nothing if it leaves it at that there is one. */
export function describedOperation(method: string, path: string): Operation {
  return operations.get(`${method} ${path}`) ?? {};
}
