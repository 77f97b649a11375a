import type { Request, Response } from 'express';
import { describe, requireRecent } from '../../lib/auth/port';
import { registrationOptions } from '../../lib/auth-passkey/passkeys';

export const openapi = {
  POST: describe('Begins the registration of a passkey. Requires a recent sign-in.', {
    answers: { 200: 'The options for the browser (WebAuthn).' },
    refusals: [403],
  }),
};

/** Begins the registration of a passkey. */
export async function POST(req: Request, res: Response): Promise<void> {
  res.json(await registrationOptions(await requireRecent(req)));
}
