import { throwProblems } from '../../errors/error.ts';
import { type Code, lines, list, print, quote } from '../code.ts';
import type { Emitter, RenderInput } from '../emitter.ts';
import { header } from '../header.ts';
import { staticFile } from '../static-file.ts';

/** The path of the module from the plugin that `provides: "auth"`. */
export const authPortModule = 'server/lib/auth/port';

/** Returns whether a plugin provides authentication. */
export function hasAuth({ contributions }: Pick<RenderInput, 'contributions'>): boolean {
  return contributions.some(({ manifest }) => manifest.provides === 'auth');
}

/**
 * `server/generated/auth.ts` and `shared/lib/roles.ts`: the interface between the application and its authentication plugin. A plugin with
 * `provides: "auth"` implements the interface in `server/lib/auth/port.ts`. Without such a plugin, no user is signed in.
 * The module exports
 *
 * - `before`: middleware for every request, runs before body parsing;
 * - `getUser(req)`: the current user, with `id` at least, or `null`;
 * - `requireAuth(req)`: the current user; throws `HttpProblem` 401 for visitors;
 * - `requireAdmin(req)`: the current user; throws 401 for visitors, or 403 for users without an administrator role;
 * - `isAdmin(user)`: whether a user is an administrator;
 * - `rolesOf(user)`: the names of a user's roles, for access rules that name roles;
 * - `securityScheme`: the OpenAPI security scheme;
 * - `testUser(role?)` (`'USER'` if absent, `'ADMIN'`, or a role of `genlock.json`): creates a test user: `{ id, headers }`.
 *   The `headers` authenticate requests;
 * - `seedUser()`: the owner of seeded records, `{ id }`; created by the first call.
 */
export const authPort: Emitter = function* (input) {
  requireExtendedPlugin(input);
  const path = 'server/generated/auth.ts';
  yield { path, content: staticFile(hasAuth(input) ? path : `without-auth/${path}`) };
  if (hasAuth(input)) yield { path: 'shared/lib/roles.ts', content: print(projectRoles(input.model.roles ?? [])) };
};

/** @throws GenlockError `RENDER_PORT_MISSING` if plugins extend authentication and no plugin provides it */
function requireExtendedPlugin({ contributions }: RenderInput): void {
  if (hasAuth({ contributions })) return;
  const extending = contributions.filter((contribution) => contribution.manifest.extends === 'auth');
  throwProblems(
    extending.map(({ manifest }) => ({
      code: 'RENDER_PORT_MISSING',
      message: `${manifest.name} extends authentication, but no enabled plugin provides it`,
    })),
  );
}

function projectRoles(roles: readonly string[]): Code {
  return lines([
    header,
    '/** The roles of `genlock.json`, for the authentication plugin. */',
    list('export const projectRoles = [', roles.map(quote), '] as const;'),
  ]);
}
