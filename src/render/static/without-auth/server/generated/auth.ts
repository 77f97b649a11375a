// Rendered by Genlock from genlock.json: changes made here are lost.
import type { Request, RequestHandler } from 'express';
import { HttpProblem } from '../lib/problem';

/** Runs before the body of a request is parsed. */
export const before: readonly RequestHandler[] = [];

interface User {
  readonly id: string;
}

/** Returns the current user: always null, because this application has no authentication. */
export async function getUser(_req: Request): Promise<User | null> {
  return null;
}

export async function requireAuth(_req: Request): Promise<never> {
  throw new HttpProblem(401, {
    code: 'auth_not_configured',
    detail: 'Sign-in is required, but this application has no sign-in yet.',
  });
}

export const requireAdmin = requireAuth;

export function isAdmin(_user: User): boolean {
  return false;
}

/** Returns the names of a user’s roles. */
export function rolesOf(_user: User): readonly string[] {
  return [];
}

/** The OpenAPI security scheme; undefined without authentication. */
export const securityScheme: object | undefined = undefined;
