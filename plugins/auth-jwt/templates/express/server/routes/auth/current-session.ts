import type { Request, Response } from 'express';
import { z } from 'zod';
import { requireAuth } from '../../lib/auth';
import { tokenInCookie } from '../../lib/auth/cookies';
import { accessTokenOf } from '../../lib/auth/credentials';
import { describe, userShape } from '../../lib/auth/describe';

export const openapi = {
  GET: describe('Who is calling, if anybody is signed in.', {
    answers: { 200: 'The user, or null.' },
    shape: z.object({ user: userShape.nullable() }),
    refusals: [401],
  }),
};

/** Who is calling: null without a token, so that pages can ask for a visitor too. A token that is no longer good is refused. */
export async function GET(req: Request, res: Response): Promise<void> {
  res.json({ user: isVisitor(req) ? null : await requireAuth(req) });
}

/** Whoever has a refresh token alone is none: it is worth a new access token. */
function isVisitor(req: Request): boolean {
  return accessTokenOf(req) === undefined && tokenInCookie(req, 'refresh') === undefined;
}
