import type { Request, Response } from 'express';
import { changeUser } from '../../../lib/auth/administration';
import { describe } from '../../../lib/auth/describe';

export const openapi = {
  DELETE: describe('Ends all sessions of a user.', {
    answers: { 204: 'The sessions have ended.' },
    refusals: [404],
  }),
};

/** Ends all sessions of a user. */
export async function DELETE(req: Request<{ id: string }>, res: Response): Promise<void> {
  await changeUser(req, {
    event: 'user_sessions_end',
    apply: async (tx, { id }) => {
      await tx.session.deleteMany({ where: { userId: id } });
    },
  });
  res.status(204).end();
}
