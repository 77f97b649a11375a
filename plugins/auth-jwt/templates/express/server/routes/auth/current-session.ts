import type { Request, Response } from 'express';
import { z } from 'zod';
import { requireSession } from '../../lib/auth';
import { tokenInCookie } from '../../lib/auth/cookies';
import { accessTokenOf } from '../../lib/auth/credentials';
import { describe, userShape } from '../../lib/auth/describe';

export const openapi = {
  GET: describe('The current user, if any, and when the session ends.', {
    answers: { 200: 'The user, or null.' },
    shape: z.object({ user: userShape.nullable(), expires: z.iso.datetime().optional() }),
    refusals: [401],
  }),
};

/**
 * Returns the current user, or null without a token, so that pages can also send the request for
 * visitors. An invalid token is refused.
 */
export async function GET(req: Request, res: Response): Promise<void> {
  if (isVisitor(req)) {
    res.json({ user: null });
    return;
  }
  const { user, expiresAt: expires } = await requireSession(req);
  res.json({ user, expires });
}

/**
 * Returns whether a request has no tokens. A client with only a refresh token is not a visitor,
 * because it can renew the session.
 */
function isVisitor(req: Request): boolean {
  return accessTokenOf(req) === undefined && tokenInCookie(req, 'refresh') === undefined;
}
