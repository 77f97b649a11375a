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

/** What every request goes through. */
export const before: readonly RequestHandler[] = [refuseOtherSites, admitOrigins, cookieParser()];

/** How callers say who they are, in the words of OpenAPI. */
export const securityScheme = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } as const;

export function isAdmin(user: Pick<User, 'role'>): boolean {
  return hasRole(user, 'ADMIN');
}

/** A new user who is signed in, for tests; nobody can log in as one. */
export async function testUser(role: Role = 'USER') {
  const email = `${randomUUID()}@example.com`;
  const { id } = await db.user.create({ data: { email, password: noPassword, role } });
  const { accessToken } = await openSession(id);
  return { id, headers: { Authorization: `Bearer ${accessToken}` } };
}

/** Whom seeded records belong to; nobody can log in as one until it has a password. */
export async function seedUser() {
  const email = 'user@example.com';
  const known = await db.user.findUnique({ where: { email }, select: { id: true } });
  if (known !== null) return known;
  const data = { email, password: noPassword, name: 'Example User' };
  return db.user.create({ data, select: { id: true } });
}
