import type { Request, Response } from 'express';
import { z } from 'zod';
import { audit, describe, requireAuth, requireRecent } from '../../lib/auth/port';
import { addPasskey, shownColumns } from '../../lib/auth-passkey/passkeys';
import { passkeyName, registration } from '../../lib/auth-passkey/responses';
import { db } from '../../lib/db';
import { readBody } from '../../lib/problem';

const body = z.object({ name: passkeyName, response: registration });

const passkeyShape = z.object({
  id: z.string(),
  name: z.string(),
  backedUp: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});

export const openapi = {
  GET: describe('The passkeys of the caller, oldest first.', {
    answers: { 200: 'The list.' },
    shape: z.array(passkeyShape),
  }),
  POST: describe('Completes the registration of a passkey. Requires a recent sign-in.', {
    body,
    answers: { 201: 'The passkey.' },
    shape: passkeyShape,
    refusals: [400, 403, 409, 413, 415, 422],
  }),
};

/** Returns the passkeys of the caller. */
export async function GET(req: Request, res: Response): Promise<void> {
  const { id: userId } = await requireAuth(req);
  const passkeys = await db.passkey.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: shownColumns,
  });
  res.json(passkeys);
}

/** Completes the registration of a passkey. */
export async function POST(req: Request, res: Response): Promise<void> {
  const session = await requireRecent(req);
  const passkey = await addPasskey(session, readBody(body, req));
  const { id: sessionId, user } = session;
  audit('passkey:add', req, { outcome: 'ok', userId: user.id, sessionId });
  res.status(201).json(passkey);
}
