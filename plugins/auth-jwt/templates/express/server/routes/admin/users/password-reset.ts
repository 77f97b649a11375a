import type { Request, Response } from 'express';
import { requireMail } from '../../../generated/mail';
import { changeUser } from '../../../lib/auth/administration';
import { describe } from '../../../lib/auth/describe';
import { tooManyRequests, userDisabled } from '../../../lib/auth/errors';
import { sendPasswordReset } from '../../../lib/auth/link-mails';

export const openapi = {
  POST: describe('Mails a user a link to set a new password.', {
    answers: { 202: 'The mail is queued.' },
    refusals: [404, 409],
  }),
};

/** Mails a user a link to set a new password. The caller does not see the link. */
export async function POST(req: Request<{ id: string }>, res: Response): Promise<void> {
  requireMail();
  await changeUser(req, {
    event: 'password_reset_request',
    apply: async (_tx, { disabledAt }) => {
      if (disabledAt !== null) throw userDisabled();
    },
  });
  if (!(await sendPasswordReset(req.params.id))) throw tooManyRequests();
  res.status(202).end();
}
