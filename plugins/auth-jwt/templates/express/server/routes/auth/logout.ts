import type { Request, Response } from 'express';
import { z } from 'zod';
import { audit } from '../../lib/auth/audit';
import { clearCookies, tokenInCookie } from '../../lib/auth/cookies';
import { accessTokenOf } from '../../lib/auth/credentials';
import { describe } from '../../lib/auth/describe';
import { endSession } from '../../lib/auth/sessions';
import { type AccessClaims, readAccessToken, readRefreshToken } from '../../lib/auth/tokens';

const logoutBody = z.object({ refreshToken: z.string() });

export const openapi = {
  POST: describe('Ends the session of the given token. Repeated calls succeed.', {
    body: logoutBody.optional(),
    answers: { 204: 'The session has ended.' },
  }),
};

/**
 * Ends the session of any token in the request, even an expired token. Repeated calls return the
 * same response.
 */
export async function POST(req: Request, res: Response): Promise<void> {
  for (const { sid, sub } of claimsOf(req)) {
    const outcome = (await endSession(sid, sub)) ? 'ok' : 'refused';
    audit('logout', req, { outcome, userId: sub, sessionId: sid });
  }
  clearCookies(res);
  res.status(204).end();
}

/** Returns the token claims of a request, once for each session. */
function claimsOf(req: Request): Iterable<Pick<AccessClaims, 'sid' | 'sub'>> {
  const inBody = logoutBody.safeParse(req.body).data?.refreshToken;
  const expired = true;
  const found = [
    readAccessToken(accessTokenOf(req) ?? '', { expired }),
    readRefreshToken(inBody ?? tokenInCookie(req, 'refresh') ?? '', { expired }),
  ].filter((claims) => claims !== undefined);
  return new Map(found.map((claims) => [claims.sid, claims])).values();
}
