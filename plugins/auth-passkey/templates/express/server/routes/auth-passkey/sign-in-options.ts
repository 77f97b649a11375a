import type { Request, Response } from 'express';
import { describe, limitSteps } from '../../lib/auth/port';
import { authenticationOptions } from '../../lib/auth-passkey/passkeys';

export const openapi = {
  POST: describe('Begins a sign-in with a passkey.', {
    answers: { 200: 'The options for the browser (WebAuthn).' },
  }),
};

/** Runs before the body is read, so that a refusal costs little. */
export const before = limitSteps;

/** Begins a sign-in with a passkey. */
export async function POST(_req: Request, res: Response): Promise<void> {
  res.json(await authenticationOptions());
}
