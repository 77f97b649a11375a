import type { Request, Response } from 'express';
import { z } from 'zod';
import { isMailAvailable } from '../../../generated/mail';
import { requireAdmin, requireSession } from '../../../lib/auth';
import { audit } from '../../../lib/auth/audit';
import { describe } from '../../../lib/auth/describe';
import { rankTooLow } from '../../../lib/auth/errors';
import { email } from '../../../lib/auth/fields';
import { invitationShape, mayInvite, openInvitations } from '../../../lib/auth/invitations';
import { invite } from '../../../lib/auth/link-mails';
import { roles } from '../../../lib/auth/roles';
import { readBody } from '../../../lib/problem';

const invitation = z.object({ email, role: z.enum(roles).default('USER') });

export const openapi = {
  GET: describe('The open invitations, newest first.', {
    answers: { 200: 'The list.' },
    shape: z.array(invitationShape),
  }),
  POST: describe('Invites an address. An earlier invitation of the address becomes invalid.', {
    body: invitation,
    answers: { 201: 'The invitation is sent. Without mail, the response has its link.' },
    shape: z.object({ link: z.url().optional() }),
    refusals: [400, 409, 413, 415, 422],
  }),
};

/** Returns the open invitations. */
export async function GET(req: Request, res: Response): Promise<void> {
  res.json(await openInvitations(await requireAdmin(req)));
}

/** Invites an address to create an account with a role that is not above the caller’s. */
export async function POST(req: Request, res: Response): Promise<void> {
  const { id: sessionId, user } = await requireSession(req);
  const { email: address, role } = readBody(invitation, req);
  const earlier = await openInvitations(user, { email: address });
  const details = { userId: user.id, sessionId, data: { role } };
  if (!mayInvite(user, role) || earlier.some(({ mayRevoke }) => !mayRevoke)) {
    audit('invitation_create', req, { outcome: 'refused', ...details });
    throw rankTooLow();
  }
  const link = await invite({ email: address, role, invitedBy: user.id });
  audit('invitation_create', req, { outcome: 'ok', ...details });
  res.status(201).json(isMailAvailable() ? {} : { link });
}
