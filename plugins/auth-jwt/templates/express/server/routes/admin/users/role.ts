import type { Request, Response } from 'express';
import { z } from 'zod';
import { changeUser, mayChangeRole } from '../../../lib/auth/administration';
import { describe } from '../../../lib/auth/describe';
import { roles } from '../../../lib/auth/roles';
import { readBody } from '../../../lib/problem';

const change = z.object({ role: z.enum(roles) });

export const openapi = {
  PUT: describe('Changes the role of a user. Requires the role SUPER_ADMIN.', {
    body: change,
    answers: { 204: 'The role is changed. It applies to the next request of the user.' },
    refusals: [400, 404, 409, 413, 415, 422],
  }),
};

/** Changes the role of a user. */
export async function PUT(req: Request<{ id: string }>, res: Response): Promise<void> {
  const { role } = readBody(change, req as Request);
  await changeUser(req, {
    event: 'role_change',
    data: { role },
    isAllowed: mayChangeRole,
    apply: async (tx, { id }) => {
      await tx.user.update({ where: { id }, data: { role } });
    },
  });
  res.status(204).end();
}
