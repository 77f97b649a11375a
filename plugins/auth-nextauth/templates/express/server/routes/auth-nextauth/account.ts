import type { Request, Response } from 'express';
import { audit, describe, removeWayIn, requireRecent } from '../../lib/auth/port';
import { notFound } from '../../lib/problem';

export const openapi = {
  DELETE: describe('Disconnects a provider account from the caller.', {
    answers: { 204: 'It is disconnected.' },
    refusals: [403, 404, 409],
  }),
};

/** Disconnects a provider account, unless it is the only way to sign in. */
export async function DELETE(req: Request<{ id: string }>, res: Response): Promise<void> {
  const { id: sessionId, user } = await requireRecent(req as Request);
  const { id } = req.params;
  // PostgreSQL rejects some strings, such as strings with NUL characters.
  if (!/^\w+$/.test(id)) throw notFound();
  await removeWayIn(user.id, async (tx) => {
    const { count } = await tx.account.deleteMany({ where: { id, userId: user.id } });
    if (count === 0) throw notFound();
  });
  audit('identity:unlink', req as Request, { outcome: 'ok', userId: user.id, sessionId });
  res.status(204).end();
}
