import type { Request, Response } from 'express';
import { requireSession } from '../../lib/auth';
import { audit } from '../../lib/auth/audit';
import { clearCookies } from '../../lib/auth/cookies';
import { describe } from '../../lib/auth/describe';
import { requireRecent } from '../../lib/auth/recent';
import { endSession } from '../../lib/auth/sessions';
import { notFound } from '../../lib/problem';

export const openapi = {
  DELETE: describe('Ends one session of the caller. Another session requires a recent sign-in.', {
    answers: { 204: 'It is over.' },
    refusals: [403, 404],
  }),
};

/**
 * Ends one of the caller’s sessions. To end another one needs a recent sign-in, so that a stolen
 * session cannot sign its owner out.
 */
export async function DELETE(req: Request<{ id: string }>, res: Response): Promise<void> {
  const current = await requireSession(req as Request);
  const { id } = req.params;
  if (id !== current.id) await requireRecent(req as Request);
  const userId = current.user.id;
  // PostgreSQL rejects some strings, such as strings with NUL characters.
  if (!/^\w+$/.test(id) || !(await endSession(id, userId))) throw notFound();
  audit('session_revoke', req as Request, { outcome: 'ok', userId, sessionId: id });
  if (id === current.id) clearCookies(res);
  res.status(204).end();
}
