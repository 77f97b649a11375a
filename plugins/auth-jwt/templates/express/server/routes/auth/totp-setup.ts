import type { Request, Response } from 'express';
import { z } from 'zod';
import { describe } from '../../lib/auth/describe';
import { requireRecent } from '../../lib/auth/recent';
import { setUpTotp } from '../../lib/auth/totp';

export const openapi = {
  POST: describe('Creates a secret for an authenticator app. Requires a recent sign-in.', {
    answers: { 200: 'The secret, and its URI for a QR code.' },
    shape: z.object({ secret: z.string(), uri: z.string() }),
    refusals: [403, 409],
  }),
};

/** Creates a secret for an authenticator app. A code must confirm it. */
export async function POST(req: Request, res: Response): Promise<void> {
  res.json(await setUpTotp(await requireRecent(req)));
}
