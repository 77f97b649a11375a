import type { Request, Response } from 'express';
import { z } from 'zod';
import { sendTokens } from '../../lib/auth/answer';
import { audit } from '../../lib/auth/audit';
import { tokenInCookie } from '../../lib/auth/cookies';
import { describe, tokensShape } from '../../lib/auth/describe';
import { invalidRefreshToken } from '../../lib/auth/errors';
import { countFailure, showAttempts } from '../../lib/auth/limits';
import { rotate } from '../../lib/auth/rotation';
import { readRefreshToken } from '../../lib/auth/tokens';
import { readBody } from '../../lib/problem';

const refreshBody = z.object({ refreshToken: z.string().optional() }).optional();

export const openapi = {
  POST: describe('Exchanges a refresh token from the body or the cookie for new tokens.', {
    body: refreshBody,
    answers: { 200: 'New tokens; the old refresh token is used up.' },
    shape: tokensShape,
    refusals: [400, 401, 413, 415, 422],
    givesTokens: true,
  }),
};

/** Exchanges a refresh token from the body or the cookie for new tokens. */
export async function POST(req: Request, res: Response): Promise<void> {
  const given = readBody(refreshBody, req)?.refreshToken;
  const from = given === undefined ? 'cookie' : 'body';
  const token = given ?? tokenInCookie(req, 'refresh') ?? '';
  const claims = readRefreshToken(token);
  const rotation = claims && (await rotate({ token, claims, from }));
  const details = { userId: claims?.sub, sessionId: claims?.sid };
  if (rotation?.outcome === 'ok') {
    // Sends the new tokens even if the count cannot be read.
    await showAttempts(req, res).catch(() => undefined);
    audit('refresh', req, { outcome: 'ok', ...details });
    sendTokens(req, res, rotation.tokens);
    return;
  }
  const event = rotation?.outcome === 'reused' ? 'refresh_reuse' : 'refresh';
  audit(event, req, { outcome: 'refused', ...details });
  await countFailure(req, res);
  throw invalidRefreshToken();
}
