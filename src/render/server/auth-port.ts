import type { Emitter, RenderInput } from '../emitter.ts';
import { header } from '../header.ts';

/** The path of the module from the plugin that `provides: "auth"`. */
export const authPortModule = 'server/lib/auth/port';

/** Returns whether a plugin provides authentication. */
export function hasAuth({ contributions }: Pick<RenderInput, 'contributions'>): boolean {
  return contributions.some(({ manifest }) => manifest.provides === 'auth');
}

/**
 * `server/generated/auth.ts`: the interface between the application and its authentication plugin. A plugin with
 * `provides: "auth"` implements the interface in `server/lib/auth/port.ts`. Without such a plugin, no user is signed in.
 * The module exports
 *
 * - `before`: middleware for every request, runs before body parsing;
 * - `getUser(req)`: the current user, with `id` at least, or `null`;
 * - `requireAuth(req)`: the current user; throws `HttpProblem` 401 for visitors;
 * - `requireAdmin(req)`: the current user; throws 401 for visitors, or 403 for users without an administrator role;
 * - `isAdmin(user)`: whether a user is an administrator;
 * - `securityScheme`: the OpenAPI security scheme;
 * - `testUser(role?)` (`'USER'` if absent, or `'ADMIN'`): creates a test user: `{ id, headers }`. The `headers`
 *   authenticate requests;
 * - `seedUser()`: the owner of seeded records, `{ id }`; created by the first call.
 */
export const authPort: Emitter = function* (input) {
  yield { path: 'server/generated/auth.ts', content: `${header}\n${hasAuth(input) ? fromPlugin : nobody}` };
};

const fromPlugin = `export {
  before,
  getUser,
  isAdmin,
  requireAdmin,
  requireAuth,
  securityScheme,
} from '../lib/auth/port';
`;

const nobody = `import type { Request, RequestHandler } from 'express';
import { HttpProblem } from '../lib/problem';

/** Runs before the body of a request is parsed. */
export const before: readonly RequestHandler[] = [];

/** Returns the current user: always null, because this application has no authentication. */
export async function getUser(_req: Request): Promise<null> {
  return null;
}

export async function requireAuth(_req: Request): Promise<never> {
  throw new HttpProblem(401, {
    code: 'auth_not_configured',
    detail: 'Sign-in is required, but this application has no sign-in yet.',
  });
}

export const requireAdmin = requireAuth;

/** The OpenAPI security scheme; undefined without authentication. */
export const securityScheme: object | undefined = undefined;
`;
