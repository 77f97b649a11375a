import { randomUUID } from 'node:crypto';
import cookieParser from 'cookie-parser';
import type { RequestHandler } from 'express';
import { db } from '../db';
import type { User } from '.';
import { authConfig } from './config';
import { admitOrigins } from './cors';
import { refuseOtherSites } from './csrf';
import { deriveKeys } from './keys';
import { noPassword } from './passwords';
import { hasRole, type Role } from './roles';
import { openSession } from './sessions';

export { getSession, getUser, requireAdmin, requireAuth, requireSession } from '.';
export { acceptInvitation, invitedAddress } from './accept-invitation';
export { createAccount, publicColumns, type PublicUser } from './accounts';
export { audit } from './audit';
export { tokenField } from './auth-tokens';
export { acceptFromOtherSites } from './csrf';
export { describe, signedInShape } from './describe';
export { email, personName } from './fields';
export { limitAttempts, limitSteps } from './limits';
export { addedElsewhere, registerMethod, removeWayIn, type SignInMethod, waysIn } from './methods';
export { requireRecent } from './recent';
export type { LiveSession } from './sessions';
export { signInAs, type SignInOptions } from './sign-in';

/** The public URL of the application, without a path. */
export const { origin, isHttps } = authConfig;

/** Whether visitors can create accounts without an invitation. */
export const isRegistrationOpen = authConfig.registration !== 'invited';

/**
 * Returns secret keys for a purpose of a plugin, derived from the secrets of the application. The
 * first key is current. The others belong to previous secrets and only read older values.
 */
export function keysFor(purpose: string) {
  return deriveKeys(authConfig.accessKeys, purpose);
}

/** The middleware that runs before every request. */
export const before: readonly RequestHandler[] = [refuseOtherSites, admitOrigins, cookieParser()];

/** The OpenAPI security scheme. */
export const securityScheme = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } as const;

export function isAdmin(user: Pick<User, 'role'>): boolean {
  return hasRole(user, 'ADMIN');
}

/** Returns the names of a user’s roles. Access rules compare them exactly. */
export function rolesOf({ role }: Pick<User, 'role'>): readonly string[] {
  return [role];
}

/** Creates a signed-in user for tests. The user has no password and cannot log in. */
export async function testUser(role: Role = 'USER') {
  const email = `${randomUUID()}@example.com`;
  const { id } = await db.user.create({ data: { email, password: noPassword, role } });
  const { accessToken } = await openSession(id);
  return { id, headers: { Authorization: `Bearer ${accessToken}` } };
}

/** Returns the owner of seeded records. The user cannot log in until a password is set. */
export async function seedUser() {
  const email = 'user@example.com';
  const known = await db.user.findUnique({ where: { email }, select: { id: true } });
  if (known !== null) return known;
  const data = { email, password: noPassword, name: 'Example User' };
  return db.user.create({ data, select: { id: true } });
}
