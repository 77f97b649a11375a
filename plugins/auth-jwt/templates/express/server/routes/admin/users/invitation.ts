import type { Request, Response } from 'express';
import { requireSession } from '../../../lib/auth';
import { audit } from '../../../lib/auth/audit';
import { describe } from '../../../lib/auth/describe';
import { rankTooLow } from '../../../lib/auth/errors';
import { openInvitations } from '../../../lib/auth/invitations';
import { db } from '../../../lib/db';
import { notFound } from '../../../lib/problem';

export const openapi = {
  DELETE: describe('Revokes an open invitation.', {
    answers: { 204: 'The link of the invitation is invalid.' },
    refusals: [404],
  }),
};

/** Revokes an open invitation to a role that is not above the caller’s. */
export async function DELETE(req: Request<{ id: string }>, res: Response): Promise<void> {
  const { id: sessionId, user } = await requireSession(req as Request);
  const { id } = req.params;
  // PostgreSQL rejects some strings, such as strings with NUL characters.
  const [invitation] = /^\w+$/.test(id) ? await openInvitations(user, { id }) : [];
  if (invitation === undefined) throw notFound();
  const details = { userId: user.id, sessionId, data: { role: invitation.role } };
  if (!invitation.mayRevoke) {
    audit('invitation_revoke', req as Request, { outcome: 'refused', ...details });
    throw rankTooLow();
  }
  await db.authToken.deleteMany({ where: { id, purpose: 'invitation' } });
  audit('invitation_revoke', req as Request, { outcome: 'ok', ...details });
  res.status(204).end();
}
