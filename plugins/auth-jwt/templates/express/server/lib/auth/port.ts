import { randomUUID } from 'node:crypto';
import cookieParser from 'cookie-parser';
import type { RequestHandler } from 'express';
import { db } from '../db';
import type { User } from '.';
import { admitOrigins } from './cors';
import { refuseOtherSites } from './csrf';
import { noPassword } from './passwords';
import { hasRole, type Role } from './roles';
import { openSession } from './sessions';

export { getUser, requireAdmin, requireAuth } from '.';

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
