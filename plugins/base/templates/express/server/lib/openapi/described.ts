/** An OpenAPI operation, possibly incomplete. */
export interface Operation {
  readonly responses?: Readonly<Record<string, object>>;
  readonly [key: string]: unknown;
}

const operations = new Map<string, Operation>();

/** Stores a plugin's description of its route. */
export function describeOperation(method: string, path: string, operation: Operation): void {
  operations.set(`${method} ${path}`, operation);
}

/** Returns the plugin's description of a route; empty if the plugin describes none. */
export function describedOperation(method: string, path: string): Operation {
  return operations.get(`${method} ${path}`) ?? {};
}
