import type { Emitter, RenderInput } from '../emitter.ts';
import { header } from '../header.ts';

/** The module of the plugin that `provides: "auth"`, from the project's root. */
export const authPortModule = 'server/lib/auth/port';

/** Whether a plugin fills the port. */
export function hasAuth({ contributions }: Pick<RenderInput, 'contributions'>): boolean {
  return contributions.some(({ manifest }) => manifest.provides === 'auth');
}

/**
 * `server/generated/auth.ts`: where the application asks who is calling. The plugin that `provides: "auth"` fills the
 * port with its `server/lib/auth/port.ts`; until there is one, nobody is signed in. The module exports
 *
 * - `before`: handlers of every request, before its body is parsed;
 * - `getUser(req)`: the user who is calling, with `id` at least, or `null`;
 * - `requireAuth(req)`: the same user; throws `HttpProblem` 401 if nobody is signed in;
 * - `requireAdmin(req)`: the same; throws 401, or 403 for users who are no administrators;
 * - `isAdmin(user)`: whether a user is one;
 * - `securityScheme`: how a caller says who it is, as OpenAPI describes it;
 * - `testUser(role?)` (`'USER'` if absent, or `'ADMIN'`): a new user for tests: `{ id, headers }`, where `headers` make a
 *   request theirs;
 * - `seedUser()`: a user for the seed, `{ id }`; made by the first call.
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

/** Who is calling: nobody, as long as the application has no authentication. */
export async function getUser(_req: Request): Promise<null> {
  return null;
}

export async function requireAuth(_req: Request): Promise<never> {
  throw new HttpProblem(401, {
    code: 'auth_not_configured',
    detail: 'Only for signed-in users, and this application has no way to sign in yet.',
  });
}

export const requireAdmin = requireAuth;

/** How callers prove who they are, in the words of OpenAPI; nothing without authentication. */
export const securityScheme: object | undefined = undefined;
`;
