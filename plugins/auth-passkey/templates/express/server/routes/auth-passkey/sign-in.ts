import type { Request, Response } from 'express';
import { z } from 'zod';
import { audit, describe, limitAttempts, signedInShape, signInAs } from '../../lib/auth/port';
import { verifyPasskey } from '../../lib/auth-passkey/passkeys';
import { authentication } from '../../lib/auth-passkey/responses';
import { readBody } from '../../lib/problem';

const body = z.object({ response: authentication });

export const openapi = {
  POST: describe('Signs in with a passkey.', {
    body,
    answers: { 200: 'The user, and tokens.' },
    shape: signedInShape,
    refusals: [400, 403, 413, 415, 422],
    givesTokens: true,
  }),
};

/** Runs before the body is read, so that a refusal costs little. */
export const before = limitAttempts;

/** Signs in with a passkey. */
export async function POST(req: Request, res: Response): Promise<void> {
  const { response } = readBody(body, req);
  const userId = await verifyPasskey(response).catch((error: unknown) => {
    audit('login', req, { outcome: 'refused' });
    throw error;
  });
  await signInAs(req, res, userId, 'webauthn');
}
