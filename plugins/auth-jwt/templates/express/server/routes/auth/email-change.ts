import type { Request, Response } from 'express';
import { z } from 'zod';
import { requireMail } from '../../generated/mail';
import { requireSession } from '../../lib/auth';
import { afterResponse } from '../../lib/auth/after-response';
import { audit } from '../../lib/auth/audit';
import { requireAttempt, requireCurrentPassword } from '../../lib/auth/current-password';
import { describe } from '../../lib/auth/describe';
import { email } from '../../lib/auth/fields';
import { countFailure } from '../../lib/auth/limits';
import { sendEmailChange } from '../../lib/auth/link-mails';
import { readBody } from '../../lib/problem';

const change = z.object({ email, currentPassword: z.string() });

export const openapi = {
  POST: describe('Mails a link to the new address of the caller. The link changes the address.', {
    body: change,
    answers: { 202: 'The request was accepted. The answer is the same for a taken address.' },
    refusals: [400, 413, 415, 422, 503],
  }),
};

/** Mails a link to the new address. The address does not change before the link is used. */
export async function POST(req: Request, res: Response): Promise<void> {
  requireMail();
  const session = await requireSession(req);
  await requireAttempt(req, res);
  const { email: wanted, currentPassword } = readBody(change, req);
  const check = { session, given: currentPassword, event: 'email_change_request' } as const;
  await requireCurrentPassword(req, res, check);
  // Each request can send a mail to another address, so the correct password counts too.
  await countFailure(req, res);
  const { id: sessionId, user } = session;
  audit('email_change_request', req, { outcome: 'ok', userId: user.id, sessionId });
  afterResponse(res, () => sendEmailChange(user, wanted));
  res.status(202).end();
}
