import type { Request, Response } from 'express';
import { changeUser } from '../../../lib/auth/administration';
import { describe } from '../../../lib/auth/describe';
import { removeTotp } from '../../../lib/auth/totp';

export const openapi = {
  DELETE: describe('Removes the authenticator app and the recovery codes of a user.', {
    answers: { 204: 'The user signs in without a second factor.' },
    refusals: [404],
  }),
};

/** Removes the second factor of a user who has lost it. */
export async function DELETE(req: Request<{ id: string }>, res: Response): Promise<void> {
  await changeUser(req, {
    event: 'second_factor_reset',
    apply: (tx, { id }) => removeTotp(id, tx),
  });
  res.status(204).end();
}
