import type { Request, Response } from 'express';
import { audit } from '../../lib/auth/audit';
import { describe, recoveryCodesShape } from '../../lib/auth/describe';
import { requireRecent } from '../../lib/auth/recent';
import { renewRecoveryCodes } from '../../lib/auth/totp';

export const openapi = {
  POST: describe('Replaces the recovery codes of the caller. Requires a recent sign-in.', {
    answers: { 200: 'The codes, which are shown once.' },
    shape: recoveryCodesShape,
    refusals: [403, 409],
  }),
};

/** Replaces the recovery codes of the caller. */
export async function POST(req: Request, res: Response): Promise<void> {
  const session = await requireRecent(req);
  const recoveryCodes = await renewRecoveryCodes(session);
  const { id: sessionId, user } = session;
  audit('recovery_codes', req, { outcome: 'ok', userId: user.id, sessionId });
  res.json({ recoveryCodes });
}
