import type { Request, Response } from 'express';
import { z } from 'zod';
import { audit } from '../../lib/auth/audit';
import { describe, recoveryCodesShape } from '../../lib/auth/describe';
import { requireRecent } from '../../lib/auth/recent';
import { confirmTotp } from '../../lib/auth/totp';
import { readBody } from '../../lib/problem';

const confirmation = z.object({ code: z.string().max(100) });

export const openapi = {
  POST: describe('Requires a second factor from now on. Requires a recent sign-in.', {
    body: confirmation,
    answers: { 200: 'Recovery codes, which are shown once.' },
    shape: recoveryCodesShape,
    refusals: [400, 403, 409, 413, 415, 422],
  }),
};

/** Confirms the secret of the caller with a code. */
export async function POST(req: Request, res: Response): Promise<void> {
  const session = await requireRecent(req);
  const { code } = readBody(confirmation, req);
  const recoveryCodes = await confirmTotp(session, code.replaceAll(/\s/g, ''));
  const { id: sessionId, user } = session;
  audit('totp_confirm', req, { outcome: 'ok', userId: user.id, sessionId });
  res.json({ recoveryCodes });
}
