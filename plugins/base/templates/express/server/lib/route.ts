import type { Handlers, Method } from './mount';

/** A route of the project: its access and a handler for each method. */
export interface Route extends Pick<Handlers, Method | 'before' | 'openapi'> {
  /** The permitted callers: signed-in users if absent. */
  readonly access?: 'public' | 'authenticated' | 'admin';
}

/**
 * Defines the route of a file in `server/routes`. The default export of `server/routes/reports.ts`
 * is mounted at `/api/reports`.
 */
export function defineRoute(route: Route): Route {
  return route;
}
