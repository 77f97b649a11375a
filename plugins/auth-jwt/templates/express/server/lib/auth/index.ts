import type { Request } from 'express';
import type { PublicUser } from './accounts';
import { audit } from './audit';
import { accessTokenOf } from './credentials';
import { forbidden, invalidToken, unauthenticated } from './errors';
import { hasRole } from './roles';
import { liveSession, type LiveSession } from './sessions';
import { readAccessToken } from './tokens';

export { AuthError } from './errors';
export { nistPasswordPolicy, validatePassword } from './password-policy';
export { hasRole, type Role, roles } from './roles';

/** A user, as returned by helpers and routes. */
export type User = PublicUser;

/** Caches the session of each request, so that it is loaded once. */
const sessions = new WeakMap<Request, Promise<LiveSession | undefined>>();

/** Returns the request's active session, if any. */
export function getSession(req: Request): Promise<LiveSession | undefined> {
  const known = sessions.get(req);
  if (known !== undefined) return known;
  const found = findSession(req);
  sessions.set(req, found);
  return found;
}

async function findSession(req: Request): Promise<LiveSession | undefined> {
  const token = accessTokenOf(req);
  const claims = token === undefined ? undefined : readAccessToken(token);
  return claims === undefined ? undefined : liveSession(claims.sid, claims.sub);
}

/** @throws AuthError 401 without a session */
export async function requireSession(req: Request): Promise<LiveSession> {
  const session = await getSession(req);
  if (session !== undefined) return session;
  throw accessTokenOf(req) === undefined ? unauthenticated() : invalidToken();
}

/** Returns the current user; `null` for visitors. */
export async function getUser(req: Request): Promise<User | null> {
  return (await getSession(req))?.user ?? null;
}

/** @throws AuthError 401 without a session */
export async function requireAuth(req: Request): Promise<User> {
  return (await requireSession(req)).user;
}

/** @throws AuthError 401 without a session, 403 without an administrator role */
export async function requireAdmin(req: Request): Promise<User> {
  const { id, user } = await requireSession(req);
  if (hasRole(user, 'ADMIN')) return user;
  audit('role_denied', req, { outcome: 'refused', userId: user.id, sessionId: id });
  throw forbidden();
}
