import type { Emitter } from '../emitter.ts';
import { header } from '../header.ts';

/**
 * `server/generated/auth.ts`: where the application asks who is calling. The plugin that `provides: "auth"` fills the
 * port with its `server/lib/auth/port.ts`; until there is one, nobody is signed in.
 */
export const authPort: Emitter = function* ({ contributions }) {
  const filled = contributions.some(({ manifest }) => manifest.provides === 'auth');
  yield { path: 'server/generated/auth.ts', content: `${header}\n${filled ? fromPlugin : nobody}` };
};

const fromPlugin = `export { before, getUser, requireAdmin, requireAuth, securityScheme } from '../lib/auth/port';
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
