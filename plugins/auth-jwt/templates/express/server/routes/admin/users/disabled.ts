import type { Request, Response } from 'express';
import { changeUser } from '../../../lib/auth/administration';
import { describe } from '../../../lib/auth/describe';
import { isEmpty } from '../../../lib/conditions';

export const openapi = {
  PUT: describe('Disables a user: ends all sessions and refuses sign-ins.', {
    answers: { 204: 'The user is disabled.' },
    refusals: [404, 409],
  }),
  DELETE: describe('Enables a disabled user.', {
    answers: { 204: 'The user is enabled.' },
    refusals: [404],
  }),
};

/** Disables a user and ends all sessions. */
export async function PUT(req: Request<{ id: string }>, res: Response): Promise<void> {
  await changeUser(req, {
    event: 'user_disable',
    apply: async (tx, { id }) => {
      await tx.user.updateMany({
        where: { id, ...isEmpty('disabledAt') },
        data: { disabledAt: new Date() },
      });
      await tx.session.deleteMany({ where: { userId: id } });
      await tx.authToken.deleteMany({ where: { userId: id } });
    },
  });
  res.status(204).end();
}

/** Enables a disabled user. */
export async function DELETE(req: Request<{ id: string }>, res: Response): Promise<void> {
  await changeUser(req, {
    event: 'user_enable',
    apply: async (tx, { id }) => {
      await tx.user.update({ where: { id }, data: { disabledAt: null } });
    },
  });
  res.status(204).end();
}
