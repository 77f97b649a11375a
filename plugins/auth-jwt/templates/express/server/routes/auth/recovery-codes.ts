import type { Request, Response } from 'express';
import { audit } from '../../lib/auth/audit';
import { describe, recoveryCodesShape } from '../../lib/auth/describe';
import { totpMissing } from '../../lib/auth/errors';
import { requireRecent } from '../../lib/auth/recent';
import { newRecoveryCodes } from '../../lib/auth/recovery-codes';
import { hasTotp } from '../../lib/auth/totp';

export const openapi = {
  POST: describe('Replaces the recovery codes of the caller. Requires a recent sign-in.', {
    answers: { 200: 'The codes, which are shown once.' },
    shape: recoveryCodesShape,
    refusals: [403, 409],
  }),
};

/** Replaces the recovery codes of the caller. */
export async function POST(req: Request, res: Response): Promise<void> {
  const { id: sessionId, user } = await requireRecent(req);
  if (!(await hasTotp(user.id))) throw totpMissing();
  const recoveryCodes = await newRecoveryCodes(user.id);
  audit('recovery_codes', req, { outcome: 'ok', userId: user.id, sessionId });
  res.json({ recoveryCodes });
}
