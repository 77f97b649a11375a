import type { Request, Response } from 'express';
import { z } from 'zod';
import { requireAuth } from '../../lib/auth';
import { audit } from '../../lib/auth/audit';
import { describe } from '../../lib/auth/describe';
import { requireRecent } from '../../lib/auth/recent';
import { countRecoveryCodes } from '../../lib/auth/recovery-codes';
import { hasTotp, removeTotp } from '../../lib/auth/totp';

export const openapi = {
  GET: describe('Whether the caller has a second factor.', {
    answers: { 200: 'The state.' },
    shape: z.object({ enabled: z.boolean(), recoveryCodes: z.int() }),
  }),
  DELETE: describe('Removes the second factor of the caller. Requires a recent sign-in.', {
    answers: { 204: 'It is removed.' },
    refusals: [403],
  }),
};

/** Returns whether the caller has a second factor, and the number of unused recovery codes. */
export async function GET(req: Request, res: Response): Promise<void> {
  const { id } = await requireAuth(req);
  res.json({ enabled: await hasTotp(id), recoveryCodes: await countRecoveryCodes(id) });
}

/** Removes the second factor of the caller. */
export async function DELETE(req: Request, res: Response): Promise<void> {
  const { id: sessionId, user } = await requireRecent(req);
  await removeTotp(user.id);
  audit('totp_remove', req, { outcome: 'ok', userId: user.id, sessionId });
  res.status(204).end();
}
