import type { Request, Response } from 'express';
import { z } from 'zod';
import { audit, describe, removeWayIn, requireAuth, requireRecent } from '../../lib/auth/port';
import { passkeyName } from '../../lib/auth-passkey/responses';
import { db } from '../../lib/db';
import { notFound, readBody } from '../../lib/problem';

const body = z.object({ name: passkeyName });

export const openapi = {
  PATCH: describe('Renames a passkey of the caller.', {
    body,
    answers: { 204: 'It is renamed.' },
    refusals: [400, 404, 413, 415, 422],
  }),
  DELETE: describe('Removes a passkey of the caller. Requires a recent sign-in.', {
    answers: { 204: 'It is removed.' },
    refusals: [403, 404, 409],
  }),
};

/** Renames a passkey of the caller. */
export async function PATCH(req: Request<{ id: string }>, res: Response): Promise<void> {
  const { id: userId } = await requireAuth(req as Request);
  const id = idOf(req);
  const { name } = readBody(body, req as Request);
  const { count } = await db.passkey.updateMany({ where: { id, userId }, data: { name } });
  if (count === 0) throw notFound();
  res.status(204).end();
}

/** Removes a passkey of the caller, unless it is the last way to sign in. */
export async function DELETE(req: Request<{ id: string }>, res: Response): Promise<void> {
  const { id: sessionId, user } = await requireRecent(req as Request);
  const where = { id: idOf(req), userId: user.id };
  await removeWayIn(user.id, async (tx) => {
    const { count } = await tx.passkey.deleteMany({ where });
    if (count === 0) throw notFound();
  });
  audit('passkey:remove', req as Request, { outcome: 'ok', userId: user.id, sessionId });
  res.status(204).end();
}

/** PostgreSQL rejects some strings, such as strings with NUL characters. */
function idOf({ params: { id } }: Request<{ id: string }>): string {
  if (!/^\w+$/.test(id)) throw notFound();
  return id;
}
