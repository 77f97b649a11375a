import type { Request, Response } from 'express';
import { z } from 'zod';
import { audit } from '../../lib/auth/audit';
import { describe, signedInShape } from '../../lib/auth/describe';
import { invalidCode } from '../../lib/auth/errors';
import { limitSteps } from '../../lib/auth/limits';
import { checkCode, readChallenge, closeChallenge } from '../../lib/auth/second-step';
import { signInWithFactors } from '../../lib/auth/sign-in';
import { readBody } from '../../lib/problem';

const answer = z.object({ challenge: z.string().max(100), code: z.string().max(100) });

export const openapi = {
  POST: describe('Completes a sign-in with a code of an app or a recovery code.', {
    body: answer,
    answers: { 200: 'The user, and tokens.' },
    shape: signedInShape,
    refusals: [400, 401, 403, 413, 415, 422],
    givesTokens: true,
  }),
};

/** Runs before the body is read, so that a refusal costs little. */
export const before = limitSteps;

/** Completes a sign-in with a second factor. */
export async function POST(req: Request, res: Response): Promise<void> {
  const { challenge: token, code } = readBody(answer, req);
  const challenge = await readChallenge(token);
  const { userId, method } = challenge;
  const factor = await checkCode(userId, code);
  if (factor === undefined) {
    audit('second_factor', req, { outcome: 'refused', userId });
    throw invalidCode();
  }
  await closeChallenge(challenge);
  await signInWithFactors(req, res, userId, `${method} ${factor}`);
}
