import type { Request, Response } from 'express';
import { z } from 'zod';
import { requireAuth } from '../../lib/auth';
import { tokenInCookie } from '../../lib/auth/cookies';
import { accessTokenOf } from '../../lib/auth/credentials';
import { describe, userShape } from '../../lib/auth/describe';

export const openapi = {
  GET: describe('The current user, if any.', {
    answers: { 200: 'The user, or null.' },
    shape: z.object({ user: userShape.nullable() }),
    refusals: [401],
  }),
};

/**
 * Returns the current user, or null without a token, so that pages can also send the request for
 * visitors. An invalid token is refused.
 */
export async function GET(req: Request, res: Response): Promise<void> {
  res.json({ user: isVisitor(req) ? null : await requireAuth(req) });
}

/**
 * Returns whether a request has no tokens. A client with only a refresh token is not a visitor,
 * because it can renew the session.
 */
function isVisitor(req: Request): boolean {
  return accessTokenOf(req) === undefined && tokenInCookie(req, 'refresh') === undefined;
}
