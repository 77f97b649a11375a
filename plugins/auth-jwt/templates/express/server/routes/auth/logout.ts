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
  POST: describe('Ends the session that any of its tokens belongs to; twice is fine.', {
    body: logoutBody.optional(),
    answers: { 204: 'There is no session any more.' },
  }),
};

/** Ends the session any token of it belongs to, even an expired one. Whoever is signed out already is told the same. */
export async function POST(req: Request, res: Response): Promise<void> {
  for (const { sid, sub } of claimsOf(req)) {
    const outcome = (await endSession(sid, sub)) ? 'ok' : 'refused';
    audit('logout', req, { outcome, userId: sub, sessionId: sid });
  }
  clearCookies(res);
  res.status(204).end();
}

/** What the tokens of a request say, each session once. */
function claimsOf(req: Request): Iterable<Pick<AccessClaims, 'sid' | 'sub'>> {
  const inBody = logoutBody.safeParse(req.body).data?.refreshToken;
  const expired = true;
  const found = [
    readAccessToken(accessTokenOf(req) ?? '', { expired }),
    readRefreshToken(inBody ?? tokenInCookie(req, 'refresh') ?? '', { expired }),
  ].filter((claims) => claims !== undefined);
  return new Map(found.map((claims) => [claims.sid, claims])).values();
}
