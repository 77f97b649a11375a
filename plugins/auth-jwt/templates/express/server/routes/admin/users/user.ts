import type { Request, Response } from 'express';
import { changeUser } from '../../../lib/auth/administration';
import { describe } from '../../../lib/auth/describe';

export const openapi = {
  DELETE: describe('Deletes a user.', {
    answers: { 204: 'The user is deleted.' },
    refusals: [404, 409],
  }),
};

/** Deletes a user with all sessions. */
export async function DELETE(req: Request<{ id: string }>, res: Response): Promise<void> {
  await changeUser(req, {
    event: 'user_delete',
    apply: async (tx, { id }) => {
      await tx.authToken.deleteMany({ where: { userId: id } });
      await tx.user.delete({ where: { id } });
    },
  });
  res.status(204).end();
}
